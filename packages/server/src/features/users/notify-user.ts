import { notifyUser } from '@sheetwright/contract/users/notify-user.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertPasswordLink, linkHours } from '../../platform/identity/password-links.store.ts'
import { invitationMail, passwordLinkAddress } from '../../platform/identity/password-mails.ts'
import { findUserByEmail } from '../../platform/identity/users.store.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'

export const notifyUserHandler = handle(notifyUser, async ({ caller, body, services: { db, settings } }) => {
  await db.inTenant(caller.tenantId, async (tx) => {
    const user = await findUserByEmail(tx, body.email)
    if (!user) throw new CallError('USER_NOT_FOUND', `There is no user with the address ${body.email}`)
    if (!user.isActive) throw new CallError('CONFLICT', 'This user is disabled')
    const secret = await insertPasswordLink(tx, user.id, linkHours.invitation)
    const address = passwordLinkAddress(settings.origin, caller.tenantName, secret)
    await queueMail(tx, invitationMail(user, caller.displayName, address))
  })
  return { queued: true as const }
})
