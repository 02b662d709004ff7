import { defineCall, list } from '../call.ts'
import { versionParams } from './engine-address.ts'
import { publishCheck } from './publish-checks.ts'

export const getPublishChecks = defineCall({
  id: 'engines.getPublishChecks',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/publishchecks/{engine}/{version}',
  summary: 'List what is checked before a version is published, and which checks it fails.',
  caller: 'user',
  keyScope: 'author',
  params: versionParams,
  output: list(publishCheck),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
