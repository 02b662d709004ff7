import { z } from 'zod'
import { moment } from '../dates.ts'
import { valueType } from '../engines/interface.ts'
import { revision } from '../engines/revision.ts'
import { accessLevel } from '../permissions/access-level.ts'

/** Page size of the documents. */
export const masterReferencePageSize = 20

/** Default page size of a range's rows. */
export const referenceRowsPageSize = 100

export const documentAddress = z.string().trim().min(1).max(120).describe('Id or service name of the document')
export const versionAddress = z.string().trim().min(1).max(60).describe('Id or revision of a version')
export const rangeName = z.string().trim().min(1).max(255).describe('Name of a range without Xref_')

export const documentParams = z.strictObject({ document: documentAddress })

export const referenceColumn = z
  .object({ heading: z.string(), type: valueType, numberFormat: z.string() })
  .meta({ id: 'ReferenceColumn' })

export type ReferenceColumn = z.infer<typeof referenceColumn>

export const referenceRange = z
  .object({
    name: z.string().describe('Without Xref_'),
    cell: z.string().describe('Where it lies, as Sheet1!A1:C11'),
    columns: z.array(referenceColumn),
    rowCount: z.int(),
    blankCells: z.int().describe('Cells without a value in rows that have one'),
    hasFormulas: z.boolean().describe('Some cells are computed: rows cannot be inserted or deleted'),
    tableHash: z.string().describe('The same for the same rows'),
  })
  .meta({ id: 'ReferenceRange' })

export type ReferenceRange = z.infer<typeof referenceRange>

export const masterReferenceVersion = z
  .object({
    id: z.uuid(),
    revision,
    state: z.enum(['Draft', 'Active']),
    isInEffect: z.boolean().describe('The one that engines are held against today'),
    releaseNote: z.string(),
    effectiveStartDate: moment,
    effectiveEndDate: moment,
    originalFileName: z.string(),
    fileSize: z.int(),
    fileHash: z.string(),
    createdDate: moment,
    createdBy: z.string(),
    publishedDate: moment.nullable(),
    publishedBy: z.string().nullable(),
    referenceRanges: z.array(referenceRange),
  })
  .meta({ id: 'MasterReferenceVersion' })

export type MasterReferenceVersion = z.infer<typeof masterReferenceVersion>

export const downStreamLink = z
  .object({ id: z.uuid(), serviceName: z.string(), productId: z.uuid(), productName: z.string() })
  .meta({ id: 'DownStreamLink' })

/** A document as lists show it; dates, revision and ranges are those of the version in effect, else of the newest. */
export const masterReference = z
  .object({
    id: z.uuid(),
    serviceName: z.string(),
    owner: z.string(),
    access: accessLevel.describe('Owners and supervisors may edit'),
    createdDate: moment,
    lastModifiedDate: moment,
    originalFileName: z.string(),
    effectiveStartDate: moment,
    effectiveEndDate: moment,
    revision,
    state: z.enum(['Draft', 'Active']),
    versionId: z.uuid(),
    latestRevision: revision,
    latestVersionId: z.uuid(),
    referenceList: z.array(z.string()).describe('Names of the ranges'),
    referenceRanges: z.array(referenceRange),
    downStreamEngines: z.array(downStreamLink).describe('Engines that use it, of those that the caller may see'),
    referenceUpdateRequired: z.int().describe('Engines whose copy differs from the version in effect'),
  })
  .meta({ id: 'MasterReference' })

export type MasterReference = z.infer<typeof masterReference>
