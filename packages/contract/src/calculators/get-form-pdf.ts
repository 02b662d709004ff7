import { defineCall } from '../call.ts'
import { formCall, pdfRequest } from './form-call.ts'

export const getFormPdf = defineCall({
  ...formCall,
  id: 'calculators.getFormPdf',
  path: '/api/v1/product/{product}/engines/{engine}/GetFormPdf',
  summary: 'The form of an engine with given inputs and their results as a PDF, up to four scenarios side by side.',
  body: pdfRequest,
  output: { kind: 'file', contentType: 'application/pdf' },
})
