import { data, defineCall } from '../call.ts'
import { engineVersion } from './engine.ts'
import { versionParams } from './engine-address.ts'

export const rollBack = defineCall({
  id: 'engines.rollBack',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/rollback/{engine}/{version}',
  summary: 'Take the version that runs out of use, so that the one before it runs again; answers with that one.',
  caller: 'user',
  keyScope: 'author',
  params: versionParams,
  output: data(engineVersion),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'NO_ACTIVE_VERSION', 'CONFLICT'],
})
