import { data, defineCall } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { publishRequest } from './publish-gate.ts'

export const getPublishRequest = defineCall({
  id: 'testBeds.getPublishRequest',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/publishrequest/{engine}/{version}',
  summary: 'The latest request to publish a version; null where there is none.',
  caller: 'user',
  params: versionParams,
  output: data(publishRequest.nullable()),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
