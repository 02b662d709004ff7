import { servePdf } from '../../../platform/pdf/serve-pdf.ts'
import type { PrintedForm } from './printed-form.ts'
import { renderForm } from './render-form.ts'

servePdf((form) => renderForm(form as PrintedForm))
