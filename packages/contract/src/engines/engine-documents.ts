import { z } from 'zod'
import { defineCall } from '../call.ts'
import { versionParams } from './engine-address.ts'
import { snippetLanguages } from './request-snippets.ts'

const declaration = {
  method: 'GET',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'DownloadSwagger' },
  params: versionParams,
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const

export const downloadSwagger = defineCall({
  ...declaration,
  id: 'engines.downloadSwagger',
  path: '/api/v1/product/{product}/engines/DownloadSwagger/{engine}/{version}',
  summary: 'Download the OpenAPI document of a version, with examples; with its body as JSON or as a form.',
  query: z.strictObject({
    formData: z.enum(['true', 'false']).default('false'),
    subservice: z.string().max(255).optional(),
  }),
  output: { kind: 'file', contentType: 'application/json' },
})

export const downloadCurl = defineCall({
  ...declaration,
  id: 'engines.downloadCurl',
  path: '/api/v1/product/{product}/engines/DownloadCURL/{engine}/{version}',
  summary: 'Download a request to a version, with its defaults, as a command or as code.',
  query: z.strictObject({ language: z.enum(snippetLanguages).default('curl') }),
  output: { kind: 'file', contentType: 'text/plain; charset=utf-8' },
})
