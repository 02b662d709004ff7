import { deleteDocument } from '@sheetwright/contract/documents/delete-document.ts'
import { handle } from '../../platform/http/handle.ts'
import { documentFor, documentNotFound } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { markDeleted } from './document.store.ts'

export const deleteDocumentHandler = handle(deleteDocument, (context) => {
  const { caller, params, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const { document, product } = await documentFor(tx, caller, params, 'edit')
    const deletedAt = await markDeleted(tx, document.id, caller.userId)
    if (deletedAt === undefined) throw documentNotFound(document.id)
    await services.events.publish(tx, { type: 'document.changed', id: product.id })
    await auditContent(tx, context, {
      product,
      action: 'document.delete',
      subject: document.fileName,
      before: { section: document.documentType, version: document.version },
    })
    return { id: document.id, deletedAt: deletedAt.toISOString() }
  })
})
