import { data, defineCall } from '../call.ts'
import { formCall, stateRequest } from './form-call.ts'
import { formState } from './form-state.ts'

export const getFormState = defineCall({
  ...formCall,
  id: 'calculators.getFormState',
  path: '/api/v1/product/{product}/engines/{engine}/GetFormState',
  summary:
    'The state of the form of an engine for given inputs: values, lists, what is hidden, disabled or not allowed, and the results.',
  body: stateRequest,
  output: data(formState),
})
