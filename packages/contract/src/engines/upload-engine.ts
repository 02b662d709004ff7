import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { entityName } from '../names.ts'
import { engineType } from './engine.ts'
import { effectiveDate, releaseNote } from './engine-address.ts'
import { versionUpgrade } from './revision.ts'
import { engineUploadResult } from './upload-result.ts'
import { productParams } from '../products/product-address.ts'

/** The largest workbook; its own limits inside are held while it is read. */
export const maxWorkbookBytes = 200 * 1024 * 1024

const uploadData = z.strictObject({
  serviceName: entityName.optional().describe("The file's name without its extension unless given"),
  releaseNote: releaseNote.default(''),
  versionUpgrade: versionUpgrade.optional().describe('The proposed one unless given'),
  effectiveStartDate: effectiveDate.optional(),
  effectiveEndDate: effectiveDate.optional(),
  engineType: engineType.optional(),
  publish: z.boolean().default(false),
})

export type UploadData = z.infer<typeof uploadData>

/** A form carries texts: the JSON is read here, so that what is wrong in it is told field by field. */
const jsonText = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON', input: text })
      return z.NEVER
    }
  })
  .pipe(uploadData)

const declaration = {
  method: 'POST',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'Add' },
  params: productParams,
  body: {
    kind: 'form',
    schema: z.strictObject({ data: jsonText.describe('What to make of the workbook, as JSON text') }),
    files: { file: { required: true, maxBytes: maxWorkbookBytes, description: 'The workbook' } },
  },
} as const

const refusals = [
  'PRODUCT_NOT_FOUND',
  'ENGINE_NOT_FOUND',
  'ENGINE_TYPE_NOT_AVAILABLE',
  'INVALID_FILE_TYPE',
  'RULE_VALIDATION_FAILED',
] as const

/** Codes with which a workbook is refused. */
export const buildRefusals = [
  'CORRUPT_EXCEL_FILE_FOR_TYPE1',
  'INVALID_ENGINE_CONFIGURATION',
  'INVALID_SOLVE_NAMERANGES',
  'ENGINE_BUILD_LIMIT_EXCEEDED',
  'FILE_SIZE_LIMIT_EXCEEDED',
] as const

export const uploadEngine = defineCall({
  ...declaration,
  id: 'engines.uploadEngine',
  path: '/api/v1/product/{product}/engines/add',
  summary:
    'Upload a workbook as a new engine, or as the next version of the engine with the same service name. Answers when it has ' +
    'been read, compiled and proved.',
  output: data(engineUploadResult),
  errors: [...refusals, ...buildRefusals],
})

export const startUpload = defineCall({
  ...declaration,
  id: 'engines.startUpload',
  path: '/api/v1/product/{product}/engines/startadd',
  summary:
    'Upload a workbook as `add` does, and answer at once: the background job tells how far it is, and has the upload result ' +
    'when it is done.',
  output: data(z.object({ jobId: z.uuid(), originalFileDocumentId: z.uuid() })),
  errors: [...refusals],
})

export const getUpload = defineCall({
  id: 'engines.getUpload',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/upload/{upload}',
  summary: 'Get what became of an uploaded workbook, by the id of its original file.',
  caller: 'user',
  keyScope: 'author',
  params: z.strictObject({ product: z.string().min(1).max(200), upload: z.uuid() }),
  output: data(
    z.object({
      state: z.enum(['building', 'built', 'failed']),
      jobId: z.uuid().nullable(),
      failure: z
        .object({
          code: z.string(),
          message: z.string(),
          errors: z.array(z.object({ field: z.string(), message: z.string() })),
          correlationId: z.string().describe('Of the upload, as support asks for it'),
        })
        .nullable(),
      result: engineUploadResult.nullable(),
    }),
  ),
  errors: ['FILE_NOT_FOUND'],
})
