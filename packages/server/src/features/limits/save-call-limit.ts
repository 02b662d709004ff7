import { saveCallLimit } from '@sheetwright/contract/limits/save-call-limit.ts'
import type { BodyOf } from '@sheetwright/contract/call.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { type LimitSubject, listLimits, nameOfSubject, saveLimit } from './call-limit.store.ts'
import { limitsAnswer } from './limits-answer.ts'

export const saveCallLimitHandler = handle(
  saveCallLimit,
  ({ caller, body, services: { db, events, settings }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { tenantId, tenantName } = caller
      const { of, executionsPerMinute } = body
      const subject = subjectOf(body)
      const name = of === 'tenant' ? tenantName : await requireName(tx, of, subject)
      const before = (await listLimits(tx)).find((each) => each.of === of && each.id === body.id)
      await saveLimit(tx, subject, executionsPerMinute)
      await events.publish(tx, { type: 'configuration.changed', id: tenantId })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'tenant.callLimit',
        entityType: of === 'key' ? 'apiKey' : of,
        entityId: body.id ?? tenantId,
        entityName: name,
        before: { executionsPerMinute: before?.executionsPerMinute ?? null },
        after: { executionsPerMinute },
      })
      return limitsAnswer(tx, settings)
    }),
)

type Body = BodyOf<typeof saveCallLimit>

function subjectOf({ of, id }: Body): LimitSubject {
  if ((of === 'tenant') === (id === null)) {
    return { keyId: of === 'key' ? id : null, engineId: of === 'engine' ? id : null }
  }
  throw new CallError('INVALID_INPUT', 'The limit of a key or an engine needs its id, and that of the tenant none', [
    { field: 'body.id', message: of === 'tenant' ? 'must be left out' : 'is missing' },
  ])
}

async function requireName(tx: TenantTransaction, of: 'key' | 'engine', subject: LimitSubject): Promise<string> {
  const name = await nameOfSubject(tx, subject)
  if (name !== undefined) return name
  if (of === 'key') throw new CallError('API_KEY_NOT_FOUND', 'There is no such API key')
  throw new CallError('ENGINE_NOT_FOUND', 'There is no such engine')
}
