import { data, defineCall } from '../call.ts'
import { configuration } from './configuration.ts'

export const getSparkConfiguration = defineCall({
  id: 'system.getSparkConfiguration',
  method: 'GET',
  path: '/api/v1/config/GetSparkConfiguration',
  summary: 'Which areas of the product the tenant has.',
  caller: 'user',
  output: data(configuration),
  errors: [],
})
