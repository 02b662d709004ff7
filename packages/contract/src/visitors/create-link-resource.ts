import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { embedOrigin, mailDomain } from './visitor-fields.ts'

export const createLinkResource = defineCall({
  id: 'visitors.createLinkResource',
  method: 'POST',
  path: '/api/filemanager/createlinkresource',
  summary:
    'Make a link through which visitors reach the calculator of one engine of a product, or download one file. The answer is its id.',
  caller: 'user',
  body: json(
    z
      .strictObject({
        product: z.string().min(1).max(200).optional().describe('Id or name; with serviceName'),
        serviceName: entityName.optional().describe('The engine'),
        documentId: z.uuid().optional().describe('The file, instead of product and engine'),
        expiresAt: moment.optional(),
        maxUses: z.int().min(1).max(1_000_000).optional().describe('Most visits; any number unless given'),
        mailDomains: z
          .array(mailDomain)
          .max(50)
          .default([])
          .describe('Only addresses of these domains; all unless given'),
        embedOrigins: z
          .array(embedOrigin)
          .max(20)
          .default([])
          .describe('Sites that may show the calculator in a frame; none unless given'),
        keepsAddresses: z.boolean().default(false).describe('The call log shows the addresses of visitors'),
      })
      .check(({ value, issues }) => {
        const refuse = (field: string, message: string) =>
          issues.push({ code: 'custom', input: value, path: [field], message })
        for (const field of ['product', 'serviceName'] as const) {
          if (value.documentId === undefined && value[field] === undefined) refuse(field, 'is missing')
          if (value.documentId !== undefined && value[field] !== undefined) refuse(field, 'must not go with documentId')
        }
        if (value.documentId !== undefined && value.embedOrigins.length > 0) {
          refuse('embedOrigins', 'is for links to engines')
        }
      }),
  ),
  output: data(z.uuid()),
  tellsMissing: true,
  fieldCodes: { expiresAt: 'INVALID_DATETIME' },
  errors: [
    'MISSING_PARAMETERS',
    'MISSING_KEY_IN_BODY',
    'INVALID_DATETIME',
    'PRODUCT_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'FILE_NOT_FOUND',
  ],
})
