import { createAnonymousUser } from '@sheetwright/contract/visitors/create-anonymous-user.ts'
import { handle } from '../../platform/http/handle.ts'
import { visitorWithEmail } from '../../platform/identity/visitors.store.ts'
import { openLink } from './open-link.ts'

export const createAnonymousUserHandler = handle(createAnonymousUser, async ({ body, services }) => {
  const { tenant, link } = await openLink(services, body)
  const anonymousUserId = await services.db.inTenant(tenant.id, (tx) => visitorWithEmail(tx, link.id, body.email))
  return { anonymousUserId }
})
