import { CallError } from '../../platform/http/call-error.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { Files } from '../../platform/files/files.ts'
import type { StoredPackage } from './engine-package.store.ts'

/** The file of a package, if it is ready. */
export function packageAnswer(files: Files, tenantId: string, found: StoredPackage | undefined): FileAnswer {
  if (found?.fileHash == null || found.fileName === null || found.fileSize === null) {
    throw new CallError('FILE_NOT_FOUND', 'The package is not made yet')
  }
  const { fileHash, fileName, fileSize } = found
  return { fileName, size: fileSize, etag: fileHash, open: (range) => files.open(tenantId, fileHash, range) }
}
