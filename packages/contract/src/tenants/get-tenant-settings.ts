import { data, defineCall } from '../call.ts'
import { tenantSettings } from './tenant-settings.ts'

export const getTenantSettings = defineCall({
  id: 'tenants.getTenantSettings',
  method: 'GET',
  path: '/api/v1/tenant/settings',
  summary: 'Get what the tenant allows as a whole.',
  caller: 'supervisor',
  output: data(tenantSettings),
  errors: [],
})
