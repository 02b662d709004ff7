import { z } from 'zod'
import { defineCall } from '../call.ts'
import { snippetLanguages } from './request-snippets.ts'
import { engineDocumentCall } from './engine-documents.ts'

export const downloadCurl = defineCall({
  ...engineDocumentCall,
  id: 'engines.downloadCurl',
  path: '/api/v1/product/{product}/engines/DownloadCURL/{engine}/{version}',
  summary: 'Download a request to a version, with its defaults, as a command or as code.',
  query: z.strictObject({ language: z.enum(snippetLanguages).default('curl') }),
  output: { kind: 'file', contentType: 'text/plain; charset=utf-8' },
})
