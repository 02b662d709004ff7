import { beginSecondFactor } from '@sheetwright/contract/session/begin-second-factor.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { beginFactor } from '../../platform/identity/second-factor.ts'
import { confirmIdentity } from './confirm-identity.ts'

export const beginSecondFactorHandler = handle(beginSecondFactor, async ({ caller, body, services }) => {
  await confirmIdentity(services.identity, caller, body.currentPassword)
  const owner = { id: caller.userId, email: caller.email }
  const setup = await services.db.inTenant(caller.tenantId, (tx) => beginFactor(tx, owner, { anew: true }))
  if (setup === undefined) throw new CallError('CONFLICT', 'You have a second factor already. Remove it first.')
  return setup
})
