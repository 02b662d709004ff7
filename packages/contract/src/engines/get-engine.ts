import { data, defineCall } from '../call.ts'
import { engineParams } from './engine-address.ts'
import { engineDetailCall, engineDetail } from './engine-detail.ts'

export const getEngine = defineCall({
  ...engineDetailCall,
  id: 'engines.getEngine',
  path: '/api/v1/product/{product}/engines/get/{engine}',
  alsoUnderTenant: true,
  summary:
    'Get an engine with the version that runs now, or else the newest: what it takes and gives, and how it was made.',
  params: engineParams,
  output: data(engineDetail),
})
