import { defineCall } from '../call.ts'
import { lookupCall } from './lookup.ts'

export const getLookupData = defineCall({
  ...lookupCall,
  id: 'system.getLookupData',
  path: '/api/v1/lookup/GetLookupData',
  summary: 'The tenant’s lists of choices, at most a minute old.',
})
