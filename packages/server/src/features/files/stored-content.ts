import { contentTypeOf } from '../../platform/files/content-types.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { Services } from '../../services.ts'

/** Sends content unchanged from storage. */
export function storedContent(
  { files }: Services,
  tenantId: string,
  { name, hash, size }: { readonly name: string; readonly hash: string; readonly size: number },
): FileAnswer {
  return {
    fileName: name,
    contentType: contentTypeOf(name),
    etag: hash,
    size,
    open: (range) => files.open(tenantId, hash, range),
  }
}
