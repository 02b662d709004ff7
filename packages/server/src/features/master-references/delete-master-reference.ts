import { deleteMasterReference } from '@sheetwright/contract/master-references/delete-master-reference.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { type DownStreamEngine, downStreamEngines } from './engine-reference.store.ts'
import { requireOwnDocument } from './master-reference.access.ts'
import { lockDocument, markDocumentDeleted } from './master-reference.store.ts'
import { noteMasterChange } from './note-change.ts'

export const deleteMasterReferenceHandler = handle(deleteMasterReference, (context) => {
  const { caller, params, query, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireOwnDocument(tx, caller, params.document)
    await lockDocument(tx, document.serviceName)
    const engines = await downStreamEngines(tx, caller, [document.id])
    const isForced = query.force === 'true'
    if (engines.length > 0 && !isForced) throw inUse(document.serviceName, engines)
    if (engines.length > 0 && !(caller.isAdmin || caller.isSuperuser)) {
      throw new CallError('PERMISSION_DENIED', 'Only supervisors delete master data that engines use')
    }
    if (engines.length > 0 && query.reason === '') {
      throw new CallError('INVALID_INPUT', 'Deleting master data that engines use needs a reason', [
        { field: 'query.reason', message: 'is missing', allowed: 'why it is deleted although engines use it' },
      ])
    }
    await markDocumentDeleted(tx, document.id)
    for (const { engineId } of engines) await services.events.publish(tx, { type: 'engine.changed', id: engineId })
    await noteMasterChange(tx, context, {
      action: 'masterReference.delete',
      document,
      before: { engines: engines.length },
      after: engines.length > 0 ? { reason: query.reason } : null,
    })
    return { id: document.id }
  })
})

function inUse(serviceName: string, engines: readonly DownStreamEngine[]): CallError {
  const seen = engines.filter(({ rank }) => rank !== null)
  const hidden = engines.length - seen.length
  return new CallError(
    'MASTER_REFERENCE_IN_USE',
    `${engines.length} engines use "${serviceName}". A supervisor can delete it with force and a reason`,
    [
      ...seen.map(({ productName, serviceName: engine, revision }) => ({
        field: `${productName}/${engine}`,
        message: `version ${revision} uses it`,
      })),
      ...(hidden > 0 ? [{ field: 'engines', message: `${hidden} engines that you may not see use it too` }] : []),
    ],
  )
}
