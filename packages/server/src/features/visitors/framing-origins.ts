import { z } from 'zod'
import { findOpenLink } from '../../platform/identity/visitors.store.ts'
import type { Services } from '../../services.ts'

/** The visitors' entry page and calculator. No other page of the product may be framed. */
const framedPage =
  /^\/(?:anonymous\/validate|(?:shared\/)?products\/[^/]+\/tutorial\/[^/]+\/anonymous\/calculator(?:\/[^/]+)?)\/?$/i

const way = z.object({ linkId: z.uuid(), realm: z.string().min(1).max(120) })

/** The origins that may frame a page: those of the link in the address, while it is open. */
export async function framingOrigins(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  url: string,
): Promise<readonly string[]> {
  const [path = '', query = ''] = url.split('?', 2)
  if (!framedPage.test(path)) return []
  const named = way.safeParse(Object.fromEntries(new URLSearchParams(query)))
  if (!named.success) return []
  const tenant = await identity.tenants.byName(named.data.realm)
  const link = tenant && (await db.inTenant(tenant.id, (tx) => findOpenLink(tx, named.data.linkId)))
  return link?.embedOrigins ?? []
}
