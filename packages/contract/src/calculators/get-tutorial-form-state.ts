import { data, defineCall } from '../call.ts'
import { formCall, stateRequest } from './form-call.ts'
import { formState } from './form-state.ts'

export const getTutorialFormState = defineCall({
  ...formCall,
  id: 'calculators.getTutorialFormState',
  path: '/api/v1/product/{product}/engines/{engine}/GetTutorialFormState',
  summary: 'The state of the calculator page for given inputs.',
  body: stateRequest,
  output: data(formState),
})
