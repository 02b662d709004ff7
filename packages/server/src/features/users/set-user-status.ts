import { setUserStatus } from '@sheetwright/contract/users/set-user-status.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { endSessionsOf } from '../../platform/identity/sessions.store.ts'
import * as store from '../../platform/identity/users.store.ts'
import { userAnswer } from './user-answer.ts'
import { changeUser, refuseAbove } from './user-changes.ts'

export const setUserStatusHandler = handle(
  setUserStatus,
  async ({ caller, params, body, services: { db }, correlationId }) => {
    const enable = body.status === 'Enabled'
    if (!enable && params.id === caller.userId) throw new CallError('CONFLICT', 'Nobody can disable themselves')
    const actor = actorOf(caller, correlationId)
    const action = enable ? 'user.enable' : 'user.disable'
    const user = await db.inTenant(caller.tenantId, (tx) =>
      changeUser(tx, actor, { id: params.id, action }, async (before) => {
        refuseAbove(caller, before)
        const { id } = before
        await store.setActive(tx, id, enable)
        if (!enable) await endSessionsOf(tx, id)
      }),
    )
    return { user: userAnswer(user) }
  },
)
