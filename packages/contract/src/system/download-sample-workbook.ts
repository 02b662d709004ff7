import { defineCall } from '../call.ts'

export const downloadSampleWorkbook = defineCall({
  id: 'system.downloadSampleWorkbook',
  method: 'GET',
  path: '/api/Diagnostic/SampleWorkbook',
  summary: 'A small workbook with inputs and outputs, to try an upload with; the self-test uses it.',
  caller: 'supervisor',
  output: { kind: 'file', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: [],
})
