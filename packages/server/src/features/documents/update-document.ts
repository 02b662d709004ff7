import { extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import { updateDocument } from '@sheetwright/contract/documents/update-document.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type CallContext, handle } from '../../platform/http/handle.ts'
import { documentFor, documentNotFound, type FoundDocument } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { withUniqueNames } from './document-failures.ts'
import * as store from './document.store.ts'

export const updateDocumentHandler = handle(updateDocument, (context) => {
  const { caller, params, body, services } = context
  return withUniqueNames(() =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const level = body.fileName === undefined ? 'view' : 'edit'
      const found = await documentFor(tx, caller, params, level)
      if (body.favorite !== undefined) {
        await store.setFavourite(tx, caller.userId, found.document.id, body.favorite)
        await services.events.publish(tx, { type: 'document.changed', id: found.product.id }, { userId: caller.userId })
      }
      if (body.fileName !== undefined) await rename(tx, context, found, body.fileName)
      return (await documentFor(tx, caller, params, 'view')).document
    }),
  )
})

async function rename(
  tx: TenantTransaction,
  context: CallContext<typeof updateDocument>,
  { document, product }: FoundDocument,
  fileName: string,
): Promise<void> {
  const extension = extensionOf(document.fileName)
  if (extensionOf(fileName) !== extension) {
    throw new CallError('INVALID_FILE_TYPE', 'A document keeps its extension', [
      {
        field: 'body.fileName',
        message: `does not end with ${extension}`,
        allowed: `a name that ends with ${extension}`,
      },
    ])
  }
  if (!(await store.lockDocument(tx, document.id))) throw documentNotFound(document.id)
  await store.updateDocument(tx, document.id, { fileName })
  await context.services.events.publish(tx, { type: 'document.changed', id: product.id })
  await auditContent(tx, context, {
    product,
    action: 'document.rename',
    subject: document.fileName,
    before: { fileName: document.fileName },
    after: { fileName },
  })
}
