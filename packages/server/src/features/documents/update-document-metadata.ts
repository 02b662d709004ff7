import { updateDocumentMetadata } from '@sheetwright/contract/documents/update-document-metadata.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { documentFor, documentNotFound } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import * as store from './document.store.ts'

export const updateDocumentMetadataHandler = handle(updateDocumentMetadata, (context) => {
  const { caller, params, body, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const { document: found } = await documentFor(tx, caller, params, 'edit')
    if (!(await store.lockDocument(tx, found.id))) throw documentNotFound(found.id)
    const { document, product } = await documentFor(tx, caller, params, 'edit')
    if (body.updatedAt !== undefined && body.updatedAt !== document.updatedAt) {
      throw new CallError('CONFLICT', 'Somebody else has changed the document in the meantime')
    }
    await store.updateDocument(tx, document.id, { metadata: body.metadata })
    await services.events.publish(tx, { type: 'document.changed', id: product.id })
    const { document: after } = await documentFor(tx, caller, params, 'view')
    await auditContent(tx, context, {
      product,
      action: 'document.metadata',
      subject: document.fileName,
      before: { metadata: document.metadata },
      after: { metadata: after.metadata },
    })
    return after
  })
})
