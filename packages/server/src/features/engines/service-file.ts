import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { Files } from '../../platform/files/files.ts'
import { enginePackage } from './engine-package.ts'
import type { StoredEngine } from './engine.store.ts'
import type { StoredVersion } from './engine-version.store.ts'

interface AskedFile {
  readonly filename: string
  readonly type: 'original' | 'configured' | 'withmetadata'
}

/** The file of a version, for existing clients. */
export async function serviceFile(
  files: Files,
  tenantId: string,
  found: { readonly engine: StoredEngine; readonly version: StoredVersion },
  { filename, type }: AskedFile,
): Promise<FileAnswer> {
  const answer =
    type === 'original' ? workbook(files, tenantId, found.version) : await enginePackage(files, tenantId, found)
  return { ...answer, ...(filename === '' ? {} : { fileName: filename }) }
}

function workbook(files: Files, tenantId: string, { fileName, fileHash, fileSize }: StoredVersion): FileAnswer {
  return { fileName, size: fileSize, etag: fileHash, open: (range) => files.open(tenantId, fileHash, range) }
}
