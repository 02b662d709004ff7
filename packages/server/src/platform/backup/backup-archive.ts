import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { codeOf, StartupError } from '../../startup-error.ts'
import { CountedHash } from './counted-hash.ts'
import { BACKUP_FORMAT, MANIFEST_ENTRY, type Manifest, manifestSchema, parseFileEntry, tableEntry } from './manifest.ts'

/** A backup opened for reading. */
export interface BackupArchive {
  readonly manifest: Manifest
  /** Contents that can be restored, in archive order. */
  readonly files: readonly { readonly tenantId: string; readonly hash: string; readonly entry: string }[]
  readonly read: (entry: string) => Promise<Readable>
  readonly close: () => void
}

/** Opens a backup and checks that it is complete according to its lists; contents are verified as they are read. */
export async function openBackup(path: string): Promise<BackupArchive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    const reason = codeOf(cause) === 'ENOENT' ? 'there is no such file' : 'it is not a complete backup'
    throw new StartupError(`${path} cannot be restored: ${reason}`, { cause })
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const read = (name: string) => readEntry(zip, entries.get(name), name)
    const manifest = await readManifest(path, read)
    const unusable = new Set(manifest.files.missing.map(({ tenantId, hash }) => `${tenantId}/${hash}`))
    const files = [...entries.keys()].flatMap((entry) => {
      const file = parseFileEntry(entry)
      return file === undefined || unusable.has(`${file.tenantId}/${file.hash}`) ? [] : [{ ...file, entry }]
    })
    refuseIncomplete(path, manifest, entries, files.length)
    return { manifest, files, read, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Reads a whole backup and compares it with its manifest. */
export async function verifyBackup(archive: BackupArchive): Promise<void> {
  for (const table of archive.manifest.tables) {
    const measured = new CountedHash()
    await pipeline(await archive.read(tableEntry(table.name)), measured.resume())
    refuseDamagedTable(table, measured)
  }
  for (const { hash, entry } of archive.files) {
    const measured = new CountedHash()
    await pipeline(await archive.read(entry), measured.resume())
    if (measured.digest() !== hash) throw new StartupError(`The backup is damaged: ${entry} does not have its hash`)
  }
}

export function refuseDamagedTable(table: Manifest['tables'][number], measured: CountedHash): void {
  if (measured.digest() === table.sha256 && measured.lines === table.rows) return
  throw new StartupError(`The backup is damaged: the rows of ${table.name} are not those that were written`)
}

async function readEntry(zip: ZipFile, entry: Entry | undefined, name: string): Promise<Readable> {
  if (entry === undefined) throw new StartupError(`The backup is damaged: it holds no ${name}`)
  return zip.openReadStreamPromise(entry)
}

async function readManifest(path: string, read: (entry: string) => Promise<Readable>): Promise<Manifest> {
  const content: unknown = JSON.parse(await text(await read(MANIFEST_ENTRY)))
  const format = manifestSchema.pick({ format: true }).safeParse(content)
  if (format.success && format.data.format > BACKUP_FORMAT) {
    throw new StartupError(`${path} was written by a newer version of Sheetwright: restore it with that version`)
  }
  const manifest = manifestSchema.safeParse(content)
  if (!manifest.success) throw new StartupError(`${path} is not a backup of Sheetwright: its manifest is unreadable`)
  return manifest.data
}

function refuseIncomplete(path: string, manifest: Manifest, entries: ReadonlyMap<string, Entry>, files: number): void {
  const absent = manifest.tables.find((table) => !entries.has(tableEntry(table.name)))
  if (absent !== undefined) throw new StartupError(`${path} is damaged: the rows of ${absent.name} are not in it`)
  if (files !== manifest.files.count) {
    throw new StartupError(`${path} is damaged: it holds ${files} of ${manifest.files.count} file contents`)
  }
}
