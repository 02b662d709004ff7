import type { ByteRange } from '../../platform/files/file-store.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { documentFor } from './document.access.ts'
import { type DocumentContent, findContent, type StoredDocument } from './document.store.ts'

interface Asked {
  readonly caller: UserIdentity
  readonly services: Services
  readonly params: { readonly product: string; readonly document: string }
  readonly query: { readonly version?: number | undefined }
}

interface Found {
  readonly document: StoredDocument
  readonly content: DocumentContent
}

export async function findVersion({ caller, params, query, services: { db } }: Asked): Promise<Found> {
  return db.inTenant(caller.tenantId, async (tx) => {
    const { document } = await documentFor(tx, caller, params, 'view')
    const content = await findContent(tx, document.id, query.version ?? document.version)
    if (content === undefined) throw new CallError('FILE_NOT_FOUND', `The document has no version ${query.version}`)
    return { document, content }
  })
}

export function stored(
  { caller, services: { files } }: Pick<Asked, 'caller' | 'services'>,
  hash: string,
  size: number,
  name: { readonly fileName: string; readonly contentType: string },
): FileAnswer {
  return { ...name, etag: hash, size, open: (range?: ByteRange) => files.open(caller.tenantId, hash, range) }
}
