import { restoreDocumentVersion } from '@sheetwright/contract/documents/restore-document-version.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { documentFor, documentNotFound, requireAdding, sectionFor } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { findContent, insertVersion, lockDocument } from './document.store.ts'

export const restoreDocumentVersionHandler = handle(restoreDocumentVersion, (context) => {
  const { caller, params, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const { document, product } = await documentFor(tx, caller, params, 'edit')
    if (!(await lockDocument(tx, document.id))) throw documentNotFound(document.id)
    await requireAdding(tx, caller, await sectionFor(tx, product, document.sectionId ?? ''))
    const old = await findContent(tx, document.id, params.version)
    if (old === undefined) throw new CallError('FILE_NOT_FOUND', `The document has no version ${params.version}`)
    const { hash, size } = old
    const restored = { hash, size, uploadedBy: caller.userId, restoredFrom: params.version }
    const version = await insertVersion(tx, document.id, restored)
    await services.events.publish(tx, { type: 'document.changed', id: product.id })
    const { document: after } = await documentFor(tx, caller, params, 'view')
    await auditContent(tx, context, {
      product,
      action: 'document.restore',
      subject: document.fileName,
      after: { version, restoredFrom: params.version, hash },
    })
    return after
  })
})
