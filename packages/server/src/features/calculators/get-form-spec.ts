import { getFormSpec } from '@sheetwright/contract/calculators/get-form-spec.ts'
import { handle } from '../../platform/http/handle.ts'
import { answerFormSpec } from './answer-form.ts'

export const getFormSpecHandler = handle(getFormSpec, answerFormSpec)
