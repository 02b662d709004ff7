import { data, defineCall } from '../call.ts'
import { versionParams } from './engine-address.ts'
import { engineDetailCall, engineDetail } from './engine-detail.ts'

export const getEngineVersion = defineCall({
  ...engineDetailCall,
  id: 'engines.getEngineVersion',
  path: '/api/v1/product/{product}/engines/get/{engine}/{version}',
  summary: 'Get an engine with one of its versions.',
  params: versionParams,
  output: data(engineDetail),
})
