import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { revision } from '../engines/revision.ts'
import { documentAddress, rangeName, referenceColumn, versionAddress } from './master-reference.ts'
import { rowValue } from './reference-rows.ts'

/** A row that differs between two versions, by its position. */
const rowDifference = z
  .object({
    row: z.int(),
    before: z.record(z.string(), rowValue).nullable(),
    after: z.record(z.string(), rowValue).nullable(),
  })
  .meta({ id: 'RowDifference' })

export type RowDifference = z.infer<typeof rowDifference>

export const compareVersions = defineCall({
  id: 'masterReferences.compareVersions',
  method: 'POST',
  path: '/api/MasterReference/CompareVersions',
  summary: 'The rows of a range that differ between two versions, at most 200 of them.',
  caller: 'user',
  body: json(
    z.strictObject({ documentId: documentAddress, range: rangeName, from: versionAddress, to: versionAddress }),
  ),
  output: data(
    z.object({
      from: revision,
      to: revision,
      columns: z.array(referenceColumn),
      count: z.int().describe('Of all rows that differ'),
      rows: z.array(rowDifference),
    }),
  ),
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'MASTER_REFERENCE_VERSION_NOT_FOUND', 'REFERENCE_RANGE_NOT_FOUND'],
})
