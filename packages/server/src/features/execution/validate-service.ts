import { validateService } from '@sheetwright/contract/execution/validate-service.ts'
import { handle } from '../../platform/http/handle.ts'
import { describeInputs } from './describe-inputs.ts'

export const validateServiceHandler = handle(validateService, (context) => {
  const { folder: product, service: engine } = context.params
  return describeInputs(context, { kind: 'engine', product, engine })
})
