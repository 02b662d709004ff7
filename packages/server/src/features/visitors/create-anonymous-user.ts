import { createAnonymousUser } from '@sheetwright/contract/visitors/create-anonymous-user.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { type VisitorLink, visitorWithEmail } from '../../platform/identity/visitors.store.ts'
import { openLink } from './open-link.ts'

export const createAnonymousUserHandler = handle(createAnonymousUser, async ({ body, services }) => {
  const { tenant, link } = await openLink(services, body)
  requireMailDomain(link, body.email)
  const anonymousUserId = await services.db.inTenant(tenant.id, (tx) => visitorWithEmail(tx, link.id, body.email))
  return { anonymousUserId }
})

function requireMailDomain({ mailDomains }: VisitorLink, email: string): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (mailDomains.length === 0 || mailDomains.includes(domain)) return
  const allowed = mailDomains.join(', ')
  throw new CallError('INVALID_INPUT', 'The link lets in addresses of some domains only', [
    { field: 'body.email', message: `must be an address of ${allowed}`, allowed },
  ])
}
