import { removeSecondFactor } from '@sheetwright/contract/session/remove-second-factor.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { messages } from '../../platform/identity/login-page/messages.ts'
import { groupsRequireFactor } from '../../platform/identity/second-factor.store.ts'
import { confirmIdentity } from './confirm-identity.ts'

export const removeSecondFactorHandler = handle(removeSecondFactor, async (context) => {
  const { caller, body, services, address, correlationId } = context
  const { db, identity } = services
  const { tenantId, userId } = caller
  await confirmIdentity(identity, caller, body.currentPassword)
  if (await db.inTenant(tenantId, (tx) => groupsRequireFactor(tx, caller.groups))) {
    throw new CallError('CONFLICT', 'A group of yours asks for a second factor')
  }
  const attempt = { tenantId, userId, code: body.code, address, requestId: correlationId }
  const result = await identity.signIn.removeFactor(attempt)
  if (result.kind === 'removed') return { removed: true as const }
  if (result.kind === 'tooMany') {
    throw new CallError('TOO_MANY_REQUESTS', messages.en.tooMany(result.seconds), undefined, result.seconds)
  }
  const message = 'The code does not match. Enter the six digits that the app shows now, or a recovery code.'
  throw new CallError('WRONG_CODE', message, [{ field: 'body.code', message }])
})
