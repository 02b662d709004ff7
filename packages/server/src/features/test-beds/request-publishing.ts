import { requestPublishing } from '@sheetwright/contract/test-beds/request-publishing.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { publishChecks } from '../engines/publish-checks.access.ts'
import { insertRequest, latestRequest } from './publish-gate.store.ts'
import { lockPublishable, requireRequest } from './publish-request.access.ts'

export const requestPublishingHandler = handle(
  requestPublishing,
  ({ caller, params, body, correlationId, services: { db, files } }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { engine, version } = await lockPublishable(tx, caller, params)
      if (version.state !== 'Draft') {
        throw new CallError('STATUS_CHANGE_NOT_ALLOWED', `Version ${version.revision} is ${version.state}`)
      }
      const before = await latestRequest(tx, version.id, caller.userId)
      if (before !== undefined && before.state !== 'rejected') {
        throw new CallError('CONFLICT', 'Publishing this version was requested already')
      }
      const checks = await publishChecks(tx, files, version)
      await insertRequest(tx, { versionId: version.id, note: body.note, checks, requestedBy: caller.userId })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'engine.publishRequest',
        entityType: 'engine',
        entityId: engine.id,
        entityName: engine.serviceName,
        before: null,
        after: { revision: version.revision, note: body.note },
      })
      return requireRequest(tx, caller, version.id)
    }),
)
