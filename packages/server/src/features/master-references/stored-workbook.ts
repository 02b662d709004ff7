import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { ByteRange } from '../../platform/files/file-store.ts'
import type { Services } from '../../services.ts'
import type { StoredMasterVersion } from './master-reference.store.ts'

/** The workbook of a version as a download. */
export function storedWorkbook(
  { files }: Pick<Services, 'files'>,
  tenantId: string,
  { originalFileName, fileHash, fileSize }: StoredMasterVersion,
): FileAnswer {
  return {
    fileName: originalFileName,
    size: fileSize,
    etag: fileHash,
    open: (range?: ByteRange) => files.open(tenantId, fileHash, range),
  }
}
