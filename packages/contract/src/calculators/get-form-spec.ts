import { data, defineCall } from '../call.ts'
import { formCall, specRequest } from './form-call.ts'
import { formSpec } from './form-spec.ts'

export const getFormSpec = defineCall({
  ...formCall,
  id: 'calculators.getFormSpec',
  path: '/api/v1/product/{product}/engines/{engine}/GetFormSpec',
  summary:
    'The form of an engine: as published by its author, else made from interface, validations, formats and descriptions.',
  body: specRequest,
  output: data(formSpec),
})
