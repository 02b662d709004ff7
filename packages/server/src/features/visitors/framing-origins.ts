import { z } from 'zod'
import { findOpenLink } from '../../platform/identity/visitors.store.ts'
import type { Services } from '../../services.ts'

/** The way in for visitors, and their calculator. Nothing else of the product is ever shown in a frame. */
const framedPage =
  /^\/(?:anonymous\/validate|(?:shared\/)?products\/[^/]+\/tutorial\/[^/]+\/anonymous\/calculator(?:\/[^/]+)?)\/?$/i

const way = z.object({ linkId: z.uuid(), realm: z.string().min(1).max(120) })

/** The sites that may show a page in a frame: those of the link that the address names, while it is open. */
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
