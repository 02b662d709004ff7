import { decideDeviceLogin } from '@sheetwright/contract/api-keys/decide-device-login.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertNotTooOften, deviceLoginAnswer, forgive, unknownLogin } from './device-login.ts'
import { decide, findByUserCode } from './device-login.store.ts'

export const decideDeviceLoginHandler = handle(
  decideDeviceLogin,
  async ({ caller, body: { code, approve }, services: { db }, correlationId }) => {
    const { tenantId, userId, groups } = caller
    const limited = { kind: 'tries', who: userId } as const
    await assertNotTooOften(db, limited)
    const state = approve ? 'approved' : 'refused'
    const decided = await db.inSystem(async (tx) => {
      if ((await findByUserCode(tx, code)) === undefined) throw unknownLogin()
      return decide(tx, code, { state, confirmedIn: tenantId, confirmedBy: userId, confirmedGroups: [...groups] })
    })
    if (decided === undefined) throw new CallError('CONFLICT', 'Somebody has decided about this code already')
    await forgive(db, limited)
    const { machine, address } = decided
    await db.inTenant(tenantId, (tx) =>
      recordAudit(tx, actorOf(caller, correlationId), {
        action: approve ? 'deviceLogin.approve' : 'deviceLogin.refuse',
        entityType: 'deviceLogin',
        entityId: code,
        entityName: machine,
        before: null,
        after: { machine, address },
      }),
    )
    return deviceLoginAnswer(decided)
  },
)
