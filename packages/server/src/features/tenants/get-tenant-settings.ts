import { getTenantSettings } from '@sheetwright/contract/tenants/get-tenant-settings.ts'
import { handle } from '../../platform/http/handle.ts'
import { settingsOfTenant } from './tenant.store.ts'

export const getTenantSettingsHandler = handle(getTenantSettings, ({ caller, services: { db } }) =>
  db.inSystem((tx) => settingsOfTenant(tx, caller.tenantId)),
)
