import { data, defineCall } from '../call.ts'
import { engineVersion } from './engine.ts'
import { versionParams } from './engine-address.ts'

export const restoreVersion = defineCall({
  id: 'engines.restoreVersion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/restoreversion/{engine}/{version}',
  summary:
    'Make a new version, a patch higher than the highest, from an old one. It is active at once where the old one was published, ' +
    'unless checks or the rules of the product stop it: then it is a draft.',
  caller: 'user',
  keyScope: 'author',
  params: versionParams,
  output: data(engineVersion),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
