import { z } from 'zod'
import { defineCall } from '../call.ts'
import { snippetCredentials, snippetLanguages } from './request-snippets.ts'
import { engineDocumentCall } from './engine-documents.ts'

export const downloadCurl = defineCall({
  ...engineDocumentCall,
  id: 'engines.downloadCurl',
  path: '/api/v1/product/{product}/engines/DownloadCURL/{engine}/{version}',
  summary: 'Download a request to a version, with its defaults, as a command or as code.',
  query: z.strictObject({
    language: z.enum(snippetLanguages).default('curl'),
    credentials: z.enum(snippetCredentials).default('token').describe('An API key, or the token of a person'),
    pinned: z
      .enum(['true', 'false'])
      .default('true')
      .describe('true: always this version; false: the one in effect when the call is made'),
  }),
  output: { kind: 'file', contentType: 'text/plain; charset=utf-8' },
})
