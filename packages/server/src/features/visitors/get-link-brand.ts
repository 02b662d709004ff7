import { getLinkBrand } from '@sheetwright/contract/visitors/get-link-brand.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { settingsOfTenant } from '../tenants/tenant.store.ts'
import { openLink } from './open-link.ts'

const nobody = { organisation: null, logo: null, colour: null }

/** Only the holder of a link learns its organisation. A missing link has no brand, which is no error for the page. */
export const getLinkBrandHandler = handle(getLinkBrand, async ({ query, services }) => {
  const opened = await openLink(services, query).catch((error: unknown) => {
    if (error instanceof CallError) return undefined
    throw error
  })
  if (opened === undefined) return nobody
  const { brand } = await services.db.inSystem((tx) => settingsOfTenant(tx, opened.tenant.id))
  return { organisation: brand.name ?? opened.tenant.name, logo: brand.logo, colour: brand.colour }
})
