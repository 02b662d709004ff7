import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineType } from './engine.ts'
import { effectiveDate, engineParams, releaseNote } from './engine-address.ts'
import { engineDetail } from './engine-detail.ts'

/** Another name or description of an input or output. */
const renamedPort = z.strictObject({
  originalName: z.string().min(1).max(255).describe('The name in the workbook'),
  newName: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .refine((name) => !name.includes('.'), { error: 'must not contain a dot' }),
  description: z.string().trim().max(1000).default(''),
})

export const updateEngine = defineCall({
  id: 'engines.updateEngine',
  method: 'PUT',
  path: '/api/v1/product/{product}/engines/updateengine/{engine}',
  summary:
    'Change what its author says about an engine and one of its versions. Names and properties can be changed in drafts only; ' +
    'a ServiceName among the properties is left out. Where the product requires approval, type and connector stay from the ' +
    'first publication or request on, and the effective dates of a version from its own.',
  caller: 'user',
  keyScope: 'author',
  params: engineParams,
  body: json(
    z.strictObject({
      Id: z.string().max(200).optional().describe('The engine once more, as some clients send it'),
      Version: z.string().max(60).optional().describe('Id or revision; the version that runs now, or else the newest'),
      BookProperties: z
        .record(z.string().max(255), z.union([z.string().max(4000), z.number(), z.boolean()]))
        .optional(),
      XlInputs: z.array(renamedPort).max(10_000).optional(),
      XlOutputs: z.array(renamedPort).max(10_000).optional(),
      effectiveStartDate: effectiveDate.optional(),
      effectiveEndDate: effectiveDate.optional(),
      releaseNote: releaseNote.optional(),
      engineType: engineType.optional(),
      connectorUrl: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional()
        .describe('Where Type4 forwards to'),
      isPublic: z.boolean().optional(),
      mayLeave: z.boolean().optional(),
      forAssistants: z.boolean().optional(),
    }),
  ),
  output: data(engineDetail),
  errors: [
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'ENGINE_TYPE_NOT_AVAILABLE',
    'APPROVAL_REQUIRED',
    'CONFLICT',
  ],
})
