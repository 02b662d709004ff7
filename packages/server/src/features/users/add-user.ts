import { addUser } from '@sheetwright/contract/users/add-user.ts'
import { chosenGroups } from '@sheetwright/contract/users/chosen-groups.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertPasswordLink, linkHours } from '../../platform/identity/password-links.store.ts'
import { invitationMail, passwordLinkAddress } from '../../platform/identity/password-mails.ts'
import { insertUser } from '../../platform/identity/users.store.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'
import { auditedUser } from './user-answer.ts'
import { existingUser, withFreeEmail } from './user-changes.ts'

export const addUserHandler = handle(addUser, async ({ caller, body, services, correlationId, log }) => {
  const { db, identity, settings } = services
  if (!identity.issuers.some((issuer) => issuer.isEmbedded)) {
    throw new CallError('CONFLICT', 'People are managed by an outside identity provider')
  }
  const { email, data } = body
  const id = await withFreeEmail(email, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      const person = { email, fullName: data.FullName, position: data.Position, groups: chosenGroups(body) }
      const userId = await insertUser(tx, { ...person, oneTimePasswordHash: null })
      const secret = await insertPasswordLink(tx, userId, linkHours.invitation)
      const address = passwordLinkAddress(settings.origin, caller.tenantName, secret)
      await queueMail(tx, invitationMail(person, caller.displayName, address))
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'user.add',
        entityType: 'user',
        entityId: userId,
        entityName: person.fullName,
        before: null,
        after: auditedUser(await existingUser(tx, userId)),
      })
      return userId
    }),
  )
  log.info({ added: id }, 'Added a user')
  return { user_id: id }
})
