import { z } from 'zod'
import { data, defineCall } from '../../call.ts'
import { moment } from '../../dates.ts'
import { entityName } from '../../names.ts'

/** What a zip may weigh. */
export const maxProductZipBytes = 1024 * 1024 * 1024

const zipFile = {
  ProductZip: { required: true, maxBytes: maxProductZipBytes, description: 'A zip that a product was exported to' },
} as const

const target = {
  Name: entityName.optional().describe('The product to make or to add to; the name in the zip unless given'),
} as const

const errors = [
  'INVALID_PRODUCT_ZIP',
  'INVALID_PRODUCT_NAME',
  'FILE_SIZE_LIMIT_EXCEEDED',
  'RULE_VALIDATION_FAILED',
  'PRODUCT_ALREADY_EXISTS',
] as const

/** What an import would do with one thing of the zip. */
const plannedEntry = z
  .object({
    kind: z.enum(['section', 'document', 'engine', 'version']),
    name: z.string(),
    outcome: z
      .enum(['new', 'same', 'conflict'])
      .describe('A conflict is something else under the same name: it stays, or the zip adds a version'),
  })
  .meta({ id: 'PlannedEntry' })

export const importPlan = z
  .object({
    name: z.string(),
    exists: z.boolean().describe('The product is there already: the import adds to it'),
    exportedAt: moment,
    entries: z.array(plannedEntry),
    counts: z.object({ new: z.int(), same: z.int(), conflict: z.int() }),
  })
  .meta({ id: 'ImportPlan' })

export type ImportPlan = z.infer<typeof importPlan>

export const validateProductZip = defineCall({
  id: 'products.validateProductZip',
  method: 'POST',
  path: '/api/v1/product/ValidateProductZip',
  summary:
    'Say what importing a zip would do: what is new, what is there already, and where the two differ. Changes nothing.',
  caller: 'user',
  body: { kind: 'form', schema: z.strictObject(target), files: zipFile },
  output: data(importPlan),
  fieldCodes: { Name: 'INVALID_PRODUCT_NAME' },
  errors,
})

export const importProduct = defineCall({
  id: 'products.importProduct',
  method: 'POST',
  path: '/api/v1/product/UploadProduct',
  summary:
    'Import a product from a zip, in the background: all of it or nothing. Every workbook is read, compiled and proved anew.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({
      ...target,
      OnConflict: z
        .enum(['keep', 'replace'])
        .default('keep')
        .describe('Keep what is there, or put what the zip has over it as a new version'),
    }),
    files: zipFile,
  },
  output: data(z.object({ jobId: z.uuid() })),
  fieldCodes: { Name: 'INVALID_PRODUCT_NAME' },
  errors,
})
