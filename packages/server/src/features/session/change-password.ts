import { changePassword } from '@sheetwright/contract/session/change-password.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { messages } from '../../platform/identity/login-page/messages.ts'
import { confirmIdentity } from './confirm-identity.ts'

export const changePasswordHandler = handle(changePassword, async (context) => {
  const {
    caller,
    body,
    services: { identity },
    log,
    address,
    correlationId: requestId,
  } = context
  const { tenantId, userId, sessionId } = caller
  await confirmIdentity(identity, caller, body.currentPassword)
  const problem = await identity.signIn.changePassword({
    tenantId,
    userId,
    password: body.newPassword,
    current: body.currentPassword,
    by: 'password',
    address,
    requestId,
    ...(sessionId === undefined ? {} : { keepSession: sessionId }),
  })
  if (problem) {
    const message = messages.en.refused[problem]
    throw new CallError('PASSWORD_REFUSED', message, [{ field: 'body.newPassword', message }])
  }
  log.info('Changed the own password')
  return { changed: true as const }
})
