import { defineCall } from '../call.ts'
import { apiDocCall } from './api-doc-request.ts'

export const generateApiDoc = defineCall({
  ...apiDocCall,
  id: 'apiDocumentation.generateApiDoc',
  path: '/api/v1/apidocumentation/generateapidoc',
  summary:
    'Make the API documentation of an engine or a product as one HTML page, with examples that were executed now.',
  output: { kind: 'file', contentType: 'text/html; charset=utf-8' },
})
