import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { maxWorkbookBytes } from '../engines/engine-upload.ts'
import { entityName } from '../names.ts'
import { longestTemplateDescription, template } from './template.ts'

export const saveTemplate = defineCall({
  id: 'templates.saveTemplate',
  method: 'POST',
  path: '/api/v1/template/save',
  summary:
    'Add a template for engines, or change the one with the given id. A new one needs a workbook; without one a template keeps its own.',
  caller: 'user',
  flag: 'ShowTemplates',
  body: {
    kind: 'form',
    schema: z.strictObject({
      Id: z.uuid().optional(),
      TemplateName: entityName,
      Categories: z
        .string()
        .max(4000)
        .default('')
        .transform((text) => [
          ...new Set(
            text
              .split(',')
              .map((key) => key.trim())
              .filter((key) => key !== ''),
          ),
        ])
        .pipe(z.array(z.string().max(120)).max(50))
        .describe('Keys, separated by commas'),
      Description: z.string().trim().max(longestTemplateDescription).default(''),
    }),
    files: { File: { required: false, maxBytes: maxWorkbookBytes, description: 'The workbook' } },
  },
  output: data(template),
  errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_ALREADY_EXISTS', 'INVALID_FILE_TYPE', 'MISSING_PARAMETERS'],
})
