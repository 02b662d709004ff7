import { changePassword } from '@sheetwright/contract/session/change-password.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { messages } from '../../platform/identity/login-page/messages.ts'

export const changePasswordHandler = handle(changePassword, async ({ caller, body, services: { identity }, log }) => {
  const { tenantId, userId, sessionId } = caller
  const confirmed = await identity.signIn.confirmPassword({ tenantId, userId, password: body.currentPassword })
  if (confirmed === 'wrong') {
    const message = 'The current password is not right'
    throw new CallError('WRONG_PASSWORD', message, [{ field: 'body.currentPassword', message }])
  }
  if (confirmed !== 'right') {
    throw new CallError('TOO_MANY_REQUESTS', messages.en.tooMany(confirmed.seconds), undefined, confirmed.seconds)
  }
  const problem = await identity.signIn.changePassword({
    tenantId,
    userId,
    password: body.newPassword,
    current: body.currentPassword,
    ...(sessionId === undefined ? {} : { keepSession: sessionId }),
  })
  if (problem) {
    const message = messages.en.refused[problem]
    throw new CallError('PASSWORD_REFUSED', message, [{ field: 'body.newPassword', message }])
  }
  log.info('Changed the own password')
  return { changed: true as const }
})
