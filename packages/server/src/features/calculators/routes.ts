import type { Handler } from '../../platform/http/handle.ts'
import { countCalculatorResultsHandler } from './count-calculator-results.ts'
import { getCalculatorProgramHandler } from './get-calculator-program.ts'
import { getFormSpecHandler } from './get-form-spec.ts'
import { getFormPdfHandler } from './get-form-pdf.ts'
import { getFormStateHandler } from './get-form-state.ts'
import { getTutorialFormSpecHandler } from './get-tutorial-form-spec.ts'
import { getTutorialFormStateHandler } from './get-tutorial-form-state.ts'
import { getFormDraftHandler } from './get-form-draft.ts'
import { getFormVersionHandler } from './get-form-version.ts'
import { importFormHandler } from './import-form.ts'
import { listFormVersionsHandler } from './list-form-versions.ts'
import { listTutorialsHandler } from './list-tutorials.ts'
import { publishFormHandler } from './publish-form.ts'
import { saveFormDraftHandler } from './save-form-draft.ts'

export const calculatorRoutes: readonly Handler[] = [
  getFormSpecHandler,
  getFormPdfHandler,
  getFormStateHandler,
  getTutorialFormSpecHandler,
  getTutorialFormStateHandler,
  getCalculatorProgramHandler,
  countCalculatorResultsHandler,
  getFormDraftHandler,
  getFormVersionHandler,
  importFormHandler,
  listFormVersionsHandler,
  listTutorialsHandler,
  publishFormHandler,
  saveFormDraftHandler,
]
