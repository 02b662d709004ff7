import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Identity } from '../../platform/identity/identity.ts'
import { messages } from '../../platform/identity/login-page/messages.ts'

/** Asks a signed-in person for their password again. */
export async function confirmIdentity(
  { signIn }: Identity,
  { tenantId, userId }: UserIdentity,
  password: string,
): Promise<void> {
  const confirmed = await signIn.confirmPassword({ tenantId, userId, password })
  if (confirmed === 'wrong') {
    const message = 'The current password is not right'
    throw new CallError('WRONG_PASSWORD', message, [{ field: 'body.currentPassword', message }])
  }
  if (confirmed !== 'right') {
    throw new CallError('TOO_MANY_REQUESTS', messages.en.tooMany(confirmed.seconds), undefined, confirmed.seconds)
  }
}
