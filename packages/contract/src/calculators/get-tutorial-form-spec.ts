import { data, defineCall } from '../call.ts'
import { formCall, specRequest } from './form-call.ts'
import { formSpec } from './form-spec.ts'

export const getTutorialFormSpec = defineCall({
  ...formCall,
  id: 'calculators.getTutorialFormSpec',
  path: '/api/v1/product/{product}/engines/{engine}/GetTutorialFormSpec',
  summary: 'The form of an engine as its calculator page and its tutorials ask for it.',
  body: specRequest,
  output: data(formSpec),
})
