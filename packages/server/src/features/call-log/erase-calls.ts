import { createHash } from 'node:crypto'
import { eraseCalls } from '@sheetwright/contract/call-log/erase-calls.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { eraseUsageOfPerson } from './call-usage.store.ts'
import { countCallsOfPerson, eraseCallsOfPerson } from './call.store.ts'

export const eraseCallsHandler = handle(
  eraseCalls,
  async ({ caller, body, services: { db, execution }, correlationId }) => {
    await execution.calls.flush(caller.tenantId)
    return db.inTenant(caller.tenantId, async (tx) => {
      const { countOnly, ...person } = body
      if (countOnly) return { calls: await countCallsOfPerson(tx, person) }
      const calls = await eraseCallsOfPerson(tx, person)
      await eraseUsageOfPerson(tx, person)
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'callLog.erase',
        entityType: 'tenant',
        entityId: caller.tenantId,
        entityName: caller.tenantName,
        before: null,
        // The trail must not keep the erased data: it gets only hashes, for comparison.
        after: { calls, caller: hashOf(person.caller), value: hashOf(person.value) },
      })
      return { calls }
    })
  },
)

function hashOf(text: string | undefined): string | null {
  return text === undefined ? null : createHash('sha256').update(text.toLowerCase()).digest('hex')
}
