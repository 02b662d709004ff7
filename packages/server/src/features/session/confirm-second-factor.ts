import { confirmSecondFactor } from '@sheetwright/contract/session/confirm-second-factor.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { messages } from '../../platform/identity/login-page/messages.ts'

export const confirmSecondFactorHandler = handle(confirmSecondFactor, async (context) => {
  const { caller, body, services, address, correlationId } = context
  const { tenantId, userId } = caller
  const attempt = { tenantId, userId, code: body.code, address, requestId: correlationId }
  const result = await services.identity.signIn.confirmFactor(attempt)
  if (result.kind === 'confirmed') return { recoveryCodes: [...result.recoveryCodes] }
  if (result.kind === 'tooMany') {
    throw new CallError('TOO_MANY_REQUESTS', messages.en.tooMany(result.seconds), undefined, result.seconds)
  }
  const message = 'The code does not match. Enter the six digits that the app shows now.'
  throw new CallError('WRONG_CODE', message, [{ field: 'body.code', message }])
})
