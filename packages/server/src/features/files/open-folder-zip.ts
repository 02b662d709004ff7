import type { Readable } from 'node:stream'
import type { Files } from '../../platform/files/files.ts'
import { DamagedZip, openStoredZip } from '../../platform/files/stored-zip.ts'
import { ZipAllowance } from '../../platform/files/zip-allowance.ts'
import { CallError } from '../../platform/http/call-error.ts'

const mostEntries = 20_000

export interface ZippedFile {
  /** The path in the zip. */
  readonly path: string
  readonly size: number
  readonly open: () => Promise<Readable>
}

export interface FolderZip {
  readonly names: ReadonlySet<string>
  /** Empty folders contain no file but are created too. */
  readonly folders: readonly string[]
  readonly files: readonly ZippedFile[]
}

/** Files that operating systems add to zips. */
const leftovers = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

/** Reads the directory of a zip and checks it against the limits. Nothing is unpacked yet. */
export async function openFolderZip(
  files: Files,
  tenantId: string,
  { hash, size }: { hash: string; size: number },
): Promise<FolderZip> {
  try {
    const zip = await openStoredZip((range) => files.open(tenantId, hash, range), size)
    if (zip.entryCount > mostEntries) throw invalid(`The zip has more than ${mostEntries} files`)
    const allowance = new ZipAllowance(size)
    const names = new Set<string>()
    const folders: string[] = []
    const found: ZippedFile[] = []
    for await (const entry of zip.entries()) {
      allowance.take(entry.uncompressedSize)
      names.add(entry.fileName)
      if (leftovers.test(entry.fileName)) continue
      if (entry.isEncrypted()) throw invalid('The zip is protected with a password')
      if (entry.fileName.endsWith('/')) folders.push(entry.fileName)
      else found.push({ path: entry.fileName, size: entry.uncompressedSize, open: () => zip.openEntry(entry) })
    }
    return { names, folders, files: found }
  } catch (error) {
    if (error instanceof DamagedZip) throw invalid(error.message)
    throw error
  }
}

function invalid(message: string): CallError {
  return new CallError('INVALID_FILE_TYPE', message, [{ field: 'body.File', message, allowed: 'a zip' }])
}
