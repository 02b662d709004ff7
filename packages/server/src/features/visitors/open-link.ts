import { CallError } from '../../platform/http/call-error.ts'
import { webClientId } from '../../platform/identity/issuers.ts'
import { findOpenLink, type VisitorLink } from '../../platform/identity/visitors.store.ts'
import type { Tenant } from '../../platform/identity/tenants.store.ts'
import type { Services } from '../../services.ts'

/** The link that a visitor uses. Missing organisations and missing links give the same answer. */
export async function openLink(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  { linkId, realm, client }: { linkId: string; realm: string; client: string },
): Promise<{ tenant: Tenant; link: VisitorLink }> {
  if (client !== webClientId) {
    const message = 'is not a client that visitors use'
    throw new CallError('INVALID_INPUT', 'The client is not known', [{ field: 'body.client', message }])
  }
  const tenant = await identity.tenants.byName(realm)
  const link = tenant && (await db.inTenant(tenant.id, (tx) => findOpenLink(tx, linkId)))
  if (!link) throw new CallError('NOT_FOUND', 'The link does not exist or has ended')
  return { tenant, link }
}
