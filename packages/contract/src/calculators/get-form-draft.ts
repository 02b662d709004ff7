import { data, defineCall } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { formBuilderCall } from './form-call.ts'
import { engineVersionQuery, formDraft } from './form-draft.ts'

export const getFormDraft = defineCall({
  ...formBuilderCall,
  id: 'calculators.getFormDraft',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/form',
  summary: 'The form of an engine as its author works on it, and how the interface has changed since.',
  params: engineAddress,
  query: engineVersionQuery,
  output: data(formDraft),
})
