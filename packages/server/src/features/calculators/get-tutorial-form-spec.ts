import { getTutorialFormSpec } from '@sheetwright/contract/calculators/get-tutorial-form-spec.ts'
import { handle } from '../../platform/http/handle.ts'
import { answerFormSpec } from './answer-form.ts'

export const getTutorialFormSpecHandler = handle(getTutorialFormSpec, answerFormSpec)
