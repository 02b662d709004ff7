import { data, defineCall } from '../call.ts'
import { engine } from './engine.ts'
import { engineParams } from './engine-address.ts'

export const undeleteEngine = defineCall({
  id: 'engines.undeleteEngine',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/undelete/{engine}',
  summary: 'Bring a deleted engine back.',
  caller: 'supervisor',
  params: engineParams,
  output: data(engine),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_EXISTS_ALREADY', 'RULE_VALIDATION_FAILED'],
})
