import { z } from 'zod'
import { moment } from '../dates.ts'
import { revision } from '../engines/revision.ts'
import { dateRelation } from './date-relation.ts'
import { referenceColumn } from './master-reference.ts'

export const referenceComparison = z.enum(['MATCH', 'MISMATCH']).meta({ id: 'ReferenceComparison' })

/** Why a copied table needs attention, other than being out of date. */
export const referenceFlag = z
  .enum(['MASTER_DELETED', 'MASTER_INACTIVE', 'OUTSIDE_EFFECTIVE_DATES', 'RANGE_GONE', 'VALUES_MISSING'])
  .meta({ id: 'ReferenceFlag' })

export type ReferenceFlag = z.infer<typeof referenceFlag>

/** A cell of the engine's copy beside the same cell of the master. */
export const referenceDifference = z
  .object({
    cell: z.string().describe('In the workbook of the engine'),
    row: z.int().describe('From 1, below the headings'),
    heading: z.string(),
    engine: z.union([z.number(), z.string(), z.boolean(), z.null()]),
    master: z.union([z.number(), z.string(), z.boolean(), z.null()]),
  })
  .meta({ id: 'ReferenceDifference' })

export type ReferenceDifference = z.infer<typeof referenceDifference>

/** Differing cells listed in a response. */
export const shownDifferences = 200

/** A table that an engine copied from a master. */
export const engineReference = z
  .object({
    name: z.string().describe('Without Xref_'),
    cell: z.string(),
    headings: z.array(z.string()),
    columns: z.array(referenceColumn),
    documentId: z.uuid(),
    serviceName: z.string().describe('Of the master'),
    boundRevision: revision.describe('Of the master when the workbook was uploaded'),
    masterVersionId: z.uuid().nullable(),
    masterRevision: revision.nullable().describe('Of the master in effect; null where none is published'),
    masterEffectiveStartDate: moment.nullable(),
    masterEffectiveEndDate: moment.nullable(),
    comparison: referenceComparison.describe('With the master in effect'),
    differingRows: z.int(),
    referenceUpdateRequired: z.boolean(),
    dateRelation: dateRelation.nullable(),
    flags: z.array(referenceFlag),
  })
  .meta({ id: 'EngineReference' })

export type EngineReference = z.infer<typeof engineReference>

/** The same with the differing cells, side by side. */
export const comparedReference = z
  .object({ ...engineReference.shape, differences: z.array(referenceDifference) })
  .meta({ id: 'ComparedReference' })

export type ComparedReference = z.infer<typeof comparedReference>
