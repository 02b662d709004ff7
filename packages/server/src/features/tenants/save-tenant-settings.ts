import { saveTenantSettings } from '@sheetwright/contract/tenants/save-tenant-settings.ts'
import type { TenantSettings } from '@sheetwright/contract/tenants/tenant-settings.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeTenantSettings, settingsOfTenant } from './tenant.store.ts'

export const saveTenantSettingsHandler = handle(
  saveTenantSettings,
  async ({ caller, body, services: { db }, correlationId }) => {
    const before = await db.inSystem((tx) => settingsOfTenant(tx, caller.tenantId))
    const after = {
      allowsPublicEngines: body.allowsPublicEngines ?? before.allowsPublicEngines,
      brand: body.brand ?? before.brand,
    }
    // The audit entry is written inside the tenant, its row outside. No change may be missing in the trail, so the
    // entry comes first.
    await db.inTenant(caller.tenantId, (tx) =>
      recordAudit(tx, actorOf(caller, correlationId), {
        action: 'tenant.settings',
        entityType: 'tenant',
        entityId: caller.tenantId,
        entityName: caller.tenantName,
        before: audited(before),
        after: audited(after),
      }),
    )
    await db.inSystem((tx) => changeTenantSettings(tx, caller.tenantId, after))
    return after
  },
)

/** The trail records that there is a logo, not its content. */
function audited({ allowsPublicEngines, brand: { name, logo, colour } }: TenantSettings) {
  return { allowsPublicEngines, brandName: name, brandColour: colour, hasLogo: logo !== null }
}
