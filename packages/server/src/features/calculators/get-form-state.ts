import { getFormState } from '@sheetwright/contract/calculators/get-form-state.ts'
import { handle } from '../../platform/http/handle.ts'
import { answerFormState } from './answer-form.ts'

export const getFormStateHandler = handle(getFormState, answerFormState)
