import { z } from 'zod'
import { data, defineCall, json, withContent } from '../call.ts'
import { releaseNote } from '../engines/engine-address.ts'
import { documentAddress, masterReferenceVersion, rangeName, versionAddress } from './master-reference.ts'
import { rowValue } from './reference-rows.ts'

const values = z.record(z.string().max(255), rowValue)

const rowAddress = {
  key: values.optional().describe('Values of columns that only this row has'),
  row: z.int().min(1).optional().describe('Number of the row in the version, instead of a key'),
}

/** Changes to the rows of a range; row indexes refer to the version before any change. */
export const rowEdits = z
  .strictObject({
    update: z
      .array(z.strictObject({ ...rowAddress, values }))
      .max(10_000)
      .default([]),
    delete: z.array(z.strictObject(rowAddress)).max(10_000).default([]),
    insert: z
      .array(
        z.strictObject({ values, before: z.int().min(1).optional().describe('Row number; at the end unless given') }),
      )
      .max(10_000)
      .default([]),
  })
  .meta({ id: 'RowEdits' })

export type RowEdits = z.infer<typeof rowEdits>

export const writeRange = defineCall({
  id: 'masterReferences.writeRange',
  method: 'POST',
  path: '/api/MasterReference/write',
  summary:
    'Change rows of a range: update, delete and insert by key. Makes a new version, a draft, whose workbook is the old one ' +
    'but for those cells.',
  caller: 'user',
  body: json(
    z.strictObject({
      documentId: documentAddress,
      range: rangeName,
      version: versionAddress
        .optional()
        .describe('The newest version, which the edits were made on; refused when there is a newer one'),
      releaseNote: releaseNote.default(''),
      ...rowEdits.shape,
    }),
    withContent,
  ),
  output: data(z.object({ version: masterReferenceVersion, changedCells: z.int() })),
  errors: [
    'MASTER_REFERENCE_NOT_FOUND',
    'MASTER_REFERENCE_VERSION_NOT_FOUND',
    'REFERENCE_RANGE_NOT_FOUND',
    'REFERENCE_RANGE_ERROR',
    'CONFLICT',
    'ENGINE_BUILD_LIMIT_EXCEEDED',
  ],
})
