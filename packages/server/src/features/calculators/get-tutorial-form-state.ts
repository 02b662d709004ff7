import { getTutorialFormState } from '@sheetwright/contract/calculators/get-tutorial-form-state.ts'
import { handle } from '../../platform/http/handle.ts'
import { answerFormState } from './answer-form.ts'

export const getTutorialFormStateHandler = handle(getTutorialFormState, answerFormState)
