import { finished } from 'node:stream/promises'
import { listTenants } from '../features/tenants/tenant.store.ts'
import type { Database } from '../platform/db/database.ts'
import { DamagedContentError, MissingContentError } from '../platform/files/file-store.ts'
import { createFiles, type Files } from '../platform/files/files.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { storedFilesAfter } from '../platform/files/stored-file.store.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorSettings, readWords } from './operator.ts'
import { withDatabase } from './with-database.ts'

export const verifyFiles: Command = {
  usage: '',
  meaning: 'read every stored file and compare it with its hash; the server may run',
  run: async (args) => {
    readWords(args, 'files verify', 0)
    const store = await openFileStore(await operatorSettings())
    try {
      const bad = await withDatabase(async (db) => {
        let count = 0
        for (const { id, name } of await db.inSystem(listTenants)) {
          const { whole, problems } = await verifyTenant(db, createFiles(db, store), id)
          process.stdout.write(`${name}: ${whole} files whole, ${problems.length} not\n`)
          for (const problem of problems) process.stdout.write(`  ${id}/${problem}\n`)
          count += problems.length
        }
        return count
      })
      if (bad > 0) throw new StartupError(`${bad} files are damaged or missing: bring them back from a backup`)
    } finally {
      await store.close()
    }
  },
}

const pageSize = 1000

async function verifyTenant(db: Database, files: Files, tenantId: string) {
  const problems: string[] = []
  let whole = 0
  let after = ''
  for (;;) {
    const page = await db.inTenant(tenantId, (tx) => storedFilesAfter(tx, after, pageSize))
    for (const hash of page) {
      const problem = await problemOf(files, tenantId, hash)
      if (problem === undefined) whole += 1
      else problems.push(`${hash}: ${problem}`)
    }
    const last = page.at(-1)
    if (last === undefined) return { whole, problems }
    after = last
  }
}

async function problemOf(files: Files, tenantId: string, hash: string): Promise<string | undefined> {
  try {
    await finished((await files.open(tenantId, hash)).resume())
    return undefined
  } catch (error) {
    if (error instanceof MissingContentError) return 'missing'
    if (error instanceof DamagedContentError) return 'damaged'
    throw error
  }
}
