import { resolve } from 'node:path'
import { openBackup, verifyBackup } from '../platform/backup/backup-archive.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { type DatabaseServer, joinDatabaseServer, openDatabaseServerAlone } from '../platform/db/installation.ts'
import { prepareDatabase } from '../platform/db/prepare.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorLog, operatorSettings, readWords } from './operator.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

export const backup: Command = {
  usage: 'FILE',
  meaning: 'write database and files into one archive; the server may run',
  run: async (args) => {
    const [file = ''] = readWords(args, 'backup FILE', 1).words
    const settings = await operatorSettings()
    const server = await joinDatabaseServer(settings, { log: operatorLog() })
    const { files } = await withStore(server, await openFileStore(settings), async (store) => {
      // An installation that was never started has no tables yet.
      await prepareDatabase(server.owner, server.appOverride)
      return writeBackup(server.owner, store, resolve(file), say)
    })
    for (const { tenantId, hash, reason } of files.missing) say(`Missing: ${tenantId}/${hash}: ${reason}`)
    if (files.missing.length > 0) {
      throw new StartupError(
        `The backup is written, but ${files.missing.length} file contents could not be taken along`,
      )
    }
    say(`The backup is in ${file}`)
  },
}

export const restore: Command = {
  usage: 'FILE [--force]',
  meaning: 'put a backup into an empty installation, or in place of what is there; the server must not run',
  run: async (args) => {
    const { words, flags } = readWords(args, 'restore FILE [--force]', 1, ['force'])
    const [file = ''] = words
    const archive = await openBackup(resolve(file))
    try {
      const settings = await operatorSettings()
      const server = await openDatabaseServerAlone(settings, { log: operatorLog() })
      await withStore(server, await openFileStore(settings), async (store) => {
        await restoreBackup(server.owner, store, archive, { force: flags.has('force'), say })
        await prepareDatabase(server.owner, server.appOverride)
      })
    } finally {
      archive.close()
    }
    say('The backup is restored')
  },
}

export const verify: Command = {
  usage: 'FILE',
  meaning: 'read a backup in full and compare it with its manifest',
  run: async (args) => {
    const [file = ''] = readWords(args, 'verify FILE', 1).words
    const archive = await openBackup(resolve(file))
    try {
      await verifyBackup(archive)
      const { product, createdAt, tables, files } = archive.manifest
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      say(`Whole: ${rows} rows and ${files.count} file contents of ${createdAt}, by version ${product}`)
    } finally {
      archive.close()
    }
  },
}

async function withStore<T>(
  server: DatabaseServer,
  store: FileStore,
  work: (store: FileStore) => Promise<T>,
): Promise<T> {
  try {
    return await work(store)
  } finally {
    await store.close()
    await server.stop()
  }
}
