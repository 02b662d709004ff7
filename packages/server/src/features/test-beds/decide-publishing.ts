import { decidePublishing } from '@sheetwright/contract/test-beds/decide-publishing.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { decideRequest, insertComment } from './publish-gate.store.ts'
import { lockPublishable, requireRequest } from './publish-request.access.ts'

export const decidePublishingHandler = handle(
  decidePublishing,
  ({ caller, params, body, correlationId, services: { db } }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { engine, version } = await lockPublishable(tx, caller, params)
      const request = await requireRequest(tx, caller, version.id)
      if (request.state !== 'open') throw new CallError('CONFLICT', `The request is ${request.state} already`)
      if (request.isOwn) throw new CallError('PERMISSION_DENIED', 'Another person has to decide your request')
      const state = body.approve ? 'approved' : 'rejected'
      await decideRequest(tx, request.id, { state, decidedBy: caller.userId })
      if (body.comment !== '') {
        await insertComment(tx, { requestId: request.id, text: body.comment, writtenBy: caller.userId })
      }
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'engine.publishDecision',
        entityType: 'engine',
        entityId: engine.id,
        entityName: engine.serviceName,
        before: { state: 'open' },
        after: { state, revision: version.revision, comment: body.comment },
      })
      return requireRequest(tx, caller, version.id)
    }),
)
