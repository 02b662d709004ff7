import { listFileLinks } from '@sheetwright/contract/visitors/list-file-links.ts'
import { handle } from '../../platform/http/handle.ts'
import { listFileLinks as linksToFile } from '../../platform/identity/visitors.store.ts'
import { linkAnswer } from './link-answer.ts'
import { managedFile } from './managed-file.ts'

export const listFileLinksHandler = handle(listFileLinks, async ({ caller, params, services: { db, settings } }) => {
  const stored = await db.inTenant(caller.tenantId, async (tx) =>
    linksToFile(tx, (await managedFile(tx, caller, params.id)).id),
  )
  const place = { origin: settings.origin, realm: caller.tenantName }
  return { links: stored.map((link) => linkAnswer(link, place)) }
})
