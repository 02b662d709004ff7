import { z } from 'zod'
import { data, defineCall } from '../../call.ts'
import { moment } from '../../dates.ts'
import { importTarget, zipFile, importErrors } from './product-zip.ts'

/** What an import would do with one item of the zip. */
const plannedEntry = z
  .object({
    kind: z.enum(['section', 'document', 'engine', 'version', 'testBed']),
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
  body: { kind: 'form', schema: z.strictObject(importTarget), files: zipFile },
  output: data(importPlan),
  fieldCodes: { Name: 'INVALID_PRODUCT_NAME' },
  errors: importErrors,
})
