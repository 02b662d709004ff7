import { defineCall } from '../call.ts'
import { serviceByVersion } from './get-service-by-version.ts'

export const getServiceSchema = defineCall({
  ...serviceByVersion,
  id: 'engines.getServiceSchema',
  method: 'POST',
  summary: 'Get a service by the id of one of its versions, as clients that only know POST ask for it.',
})
