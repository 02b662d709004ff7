import { defineCall } from '../call.ts'
import { apiDocCall } from './api-doc-request.ts'

export const exportAsPdf = defineCall({
  ...apiDocCall,
  id: 'apiDocumentation.exportAsPdf',
  path: '/api/v1/apidocumentation/exportaspdf',
  summary: 'Make the API documentation of an engine or a product as PDF, with contents and page numbers.',
  output: { kind: 'file', contentType: 'application/pdf' },
})
