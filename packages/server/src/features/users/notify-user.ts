import { notifyUser } from '@sheetwright/contract/users/notify-user.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertPasswordLink, linkHours } from '../../platform/identity/password-links.store.ts'
import { invitationMail, passwordLinkAddress, resetMail } from '../../platform/identity/password-mails.ts'
import { findUserByEmail } from '../../platform/identity/users.store.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'

export const notifyUserHandler = handle(
  notifyUser,
  async ({ caller, body, services: { db, settings }, correlationId }) => {
    await db.inTenant(caller.tenantId, async (tx) => {
      const user = await findUserByEmail(tx, body.email)
      if (!user) throw new CallError('USER_NOT_FOUND', `There is no user with the address ${body.email}`)
      if (!user.isActive) throw new CallError('CONFLICT', 'This user is disabled')
      const secret = await insertPasswordLink(tx, user.id, linkHours.invitation)
      const address = passwordLinkAddress(settings.origin, caller.tenantName, secret)
      const mail = user.passwordHash === null ? invitationMail : resetMail
      await queueMail(tx, mail(user, caller.displayName, address))
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'user.sendPasswordLink',
        entityType: 'user',
        entityId: user.id,
        entityName: user.fullName,
        before: null,
        after: { to: user.email },
      })
    })
    return { queued: true as const }
  },
)
