import { defineCall } from '../call.ts'
import { lookupCall } from './lookup.ts'

export const getLookupDataNonCached = defineCall({
  ...lookupCall,
  id: 'system.getLookupDataNonCached',
  path: '/api/v1/lookup/GetLookupDataNonCached',
  summary: 'The tenant’s lists of choices as they are now.',
})
