import { z } from 'zod'
import { callableName } from '../names.ts'
import { engineType } from './engine.ts'
import { iteration } from './iteration.ts'
import { markedInterface } from './marked-interface.ts'
import { effectiveDate, releaseNote } from './engine-address.ts'
import { acknowledgement } from './publish-checks.ts'
import { versionUpgrade } from './revision.ts'
import { productParams } from '../products/product-address.ts'
import { fromJsonText } from '../json-text.ts'

/** Maximum size of a workbook; limits on its content are checked while it is read. */
export const maxWorkbookBytes = 200 * 1024 * 1024

const uploadData = z.strictObject({
  serviceName: callableName.optional().describe("The file's name without its extension unless given"),
  releaseNote: releaseNote.default(''),
  versionUpgrade: versionUpgrade.optional().describe('The proposed one unless given'),
  effectiveStartDate: effectiveDate.optional(),
  effectiveEndDate: effectiveDate.optional(),
  engineType: engineType.optional(),
  publish: z.boolean().default(false),
  acknowledge: acknowledgement.optional().describe('Publishes although these checks fail'),
  interface: markedInterface
    .optional()
    .describe(
      "Inputs and outputs of a workbook without names. Without it the workbook's names count, and where it has none, the marks of the version before, found again by their labels.",
    ),
  iteration: iteration
    .nullish()
    .describe(
      'How cells that need their own value are computed. Without it as the version before was told to; null leaves it to the file and its saved values.',
    ),
})

export type UploadData = z.infer<typeof uploadData>

/** A form carries texts: parse the JSON here, so that errors in it are reported field by field. */
export const jsonText = z.string().default('{}').transform(fromJsonText())

const uploadText = jsonText.pipe(uploadData)

export const uploadCall = {
  method: 'POST',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'Add' },
  params: productParams,
  body: {
    kind: 'form',
    schema: z.strictObject({ data: uploadText.describe('What to make of the workbook, as JSON text') }),
    files: { file: { required: true, maxBytes: maxWorkbookBytes, description: 'The workbook' } },
  },
} as const

export const uploadRefusals = [
  'PRODUCT_NOT_FOUND',
  'ENGINE_NOT_FOUND',
  'ENGINE_TYPE_NOT_AVAILABLE',
  'APPROVAL_REQUIRED',
  'INVALID_FILE_TYPE',
  'RULE_VALIDATION_FAILED',
] as const

/** Error codes of a refused workbook. */
export const buildRefusals = [
  'CORRUPT_EXCEL_FILE_FOR_TYPE1',
  'INVALID_ENGINE_CONFIGURATION',
  'INVALID_SOLVE_NAMERANGES',
  'REFERENCE_RANGE_ERROR',
  'ENGINE_BUILD_LIMIT_EXCEEDED',
  'FILE_SIZE_LIMIT_EXCEEDED',
] as const
