import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { tenantSettings } from './tenant-settings.ts'

export const saveTenantSettings = defineCall({
  id: 'tenants.saveTenantSettings',
  method: 'PUT',
  path: '/api/v1/tenant/settings',
  summary: 'Change what the tenant allows as a whole. What is left out stays as it is.',
  caller: 'supervisor',
  body: json(z.strictObject(tenantSettings.shape).partial()),
  output: data(tenantSettings),
  errors: [],
})
