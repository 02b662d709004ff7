import type { Handler } from '../../platform/http/handle.ts'
import { getTenantSettingsHandler } from './get-tenant-settings.ts'
import { saveTenantSettingsHandler } from './save-tenant-settings.ts'

export const tenantRoutes: readonly Handler[] = [getTenantSettingsHandler, saveTenantSettingsHandler]
