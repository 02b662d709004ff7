import { defineCall, list } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { formBuilderCall } from './form-call.ts'
import { formVersion } from './form-draft.ts'

export const listFormVersions = defineCall({
  ...formBuilderCall,
  id: 'calculators.listFormVersions',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/form/versions',
  summary: 'The published versions of a form, the newest first.',
  params: engineAddress,
  output: list(formVersion),
})
