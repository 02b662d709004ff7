import { resetSecondFactor } from '@sheetwright/contract/users/reset-second-factor.ts'
import { actorOf, hasBeenSupervisor } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { forgetFactor } from './forget-factor.ts'
import { existingUser } from './user-changes.ts'

export const resetSecondFactorHandler = handle(
  resetSecondFactor,
  async ({ caller, params, services: { db }, correlationId }) => {
    const removed = await db.inTenant(caller.tenantId, async (tx) => {
      const user = await existingUser(tx, params.id)
      if (user.isSuperuser || (await hasBeenSupervisor(tx, user))) {
        throw new CallError('PERMISSION_DENIED', 'The second factor of a supervisor is removed by the operator')
      }
      return forgetFactor(tx, actorOf(caller, correlationId), user)
    })
    return { removed }
  },
)
