import { data, defineCall, jsonOrForm, withInputs } from '../call.ts'
import { engineAddress, executeErrors } from './engine-address.ts'
import { executeRequest } from './request.ts'
import { runResult } from './run-result.ts'

export const executeEngine = defineCall({
  id: 'execution.executeEngine',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/Execute/{engine}',
  summary: 'Calculate with an engine. Inputs that are left out keep the value saved in the workbook, with a warning.',
  caller: 'user',
  keyScope: 'execute',
  visitors: true,
  params: engineAddress,
  body: jsonOrForm(executeRequest, withInputs),
  output: data(runResult),
  errors: executeErrors,
})
