import { listLinkResources } from '@sheetwright/contract/visitors/list-link-resources.ts'
import { handle } from '../../platform/http/handle.ts'
import { listLinks } from '../../platform/identity/visitors.store.ts'
import { linkAnswer } from './link-answer.ts'
import { linkedProduct } from './linked-product.ts'

export const listLinkResourcesHandler = handle(
  listLinkResources,
  async ({ caller, params, services: { db, settings } }) => {
    const stored = await db.inTenant(caller.tenantId, async (tx) =>
      listLinks(tx, (await linkedProduct(tx, caller, params.product)).id),
    )
    const place = { origin: settings.origin, realm: caller.tenantName }
    return { links: stored.map((link) => linkAnswer(link, place)) }
  },
)
