import { data, defineCall } from '../call.ts'
import { formCall, specRequest } from './form-call.ts'
import { formSpec } from './form-spec.ts'

export const getFormSpec = defineCall({
  ...formCall,
  id: 'calculators.getFormSpec',
  path: '/api/v1/product/{product}/engines/{engine}/GetFormSpec',
  summary: 'The form that an engine has by itself: made from its interface, validations, formats and descriptions.',
  body: specRequest,
  output: data(formSpec),
})
