import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { documentParams, versionQuery } from './document.ts'

/**
 * Why a document has no preview: its format needs LibreOffice, which is not installed, or it is too long, broken or
 * locked.
 */
export const noPreviewReasons = ['noConverter', 'tooLarge', 'damaged', 'protected'] as const

export const documentPreview = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('image') }).describe('GetContent answers with the picture'),
    z.object({ kind: z.literal('pdf') }).describe('GetContent answers with the PDF'),
    z.object({
      kind: z.literal('html'),
      html: z.string().describe('Without scripts, styles, forms, frames and anything that is fetched from elsewhere'),
      shortened: z.boolean(),
    }),
    z.object({
      kind: z.literal('text'),
      parts: z.array(z.object({ title: z.string().describe('A sheet or slide; empty for a text'), text: z.string() })),
      shortened: z.boolean(),
    }),
    z.object({ kind: z.literal('none'), reason: z.enum(noPreviewReasons) }),
  ])
  .meta({ id: 'DocumentPreview' })

export type DocumentPreview = z.infer<typeof documentPreview>

export const getDocumentContent = defineCall({
  id: 'documents.getDocumentContent',
  method: 'GET',
  path: '/api/v1/product/{product}/documents/GetDocumentContent/{document}',
  summary: 'What a page shows of a document: how, and its text or safe HTML where that is how.',
  caller: 'user',
  params: documentParams,
  query: versionQuery,
  output: data(documentPreview),
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'FILE_NOT_FOUND'],
})
