import { z } from 'zod'
import { revision } from '../engines/revision.ts'
import { referenceDifference } from './engine-reference.ts'

export const syncStates = ['Waiting', 'Synced', 'UpToDate', 'Failed'] as const

export type SyncState = (typeof syncStates)[number]

/** An output before and after. */
export const outputChange = z
  .object({ name: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'SyncedOutput' })

/** What new tables change in one engine. */
export const tableEffect = z
  .object({
    ranges: z.array(z.object({ name: z.string(), changedCells: z.int(), differences: z.array(referenceDifference) })),
    recomputedCells: z.int().describe('Formula cells that give another result'),
    outputs: z.array(outputChange).describe('Outputs that change on the defaults'),
    outputCount: z.int(),
  })
  .meta({ id: 'TableEffect' })

export type TableEffect = z.infer<typeof tableEffect>

/** What new tables change in the results of a test bed. */
export const testBedEffect = z
  .object({
    id: z.uuid(),
    name: z.string(),
    noOfTest: z.int().describe('Cases of its latest version'),
    computed: z.int().describe('Cases that were computed, from the first on'),
    changed: z.int().describe('Computed cases with an output that changes'),
    outputs: z.array(
      outputChange.extend({ cases: z.int(), first: z.int().describe('The first case; its values are shown') }),
    ),
  })
  .meta({ id: 'TestBedEffect' })

export type TestBedEffect = z.infer<typeof testBedEffect>

/** The outcome for one engine. */
export const syncOutcome = z
  .object({
    baseRevision: revision.nullable(),
    revision: revision.nullable().describe('Of the version that was made'),
    versionId: z.uuid().nullable(),
    published: z.boolean(),
    notPublished: z.string().nullable().describe('Why it was not published although that was asked for'),
    failure: z.string().nullable(),
    effect: tableEffect.nullable(),
    parity: z
      .object({ verdict: z.string(), compared: z.int(), equal: z.int(), different: z.int() })
      .nullable()
      .describe('Of the new version'),
  })
  .meta({ id: 'SyncOutcome' })

export type SyncOutcome = z.infer<typeof syncOutcome>

export const syncEngine = z
  .object({
    engineId: z.uuid(),
    serviceName: z.string(),
    productId: z.uuid(),
    productName: z.string(),
    state: z.enum(syncStates),
    outcome: syncOutcome.nullable(),
  })
  .meta({ id: 'SyncEngine' })

export type SyncEngine = z.infer<typeof syncEngine>

/** One report for all engines of a sync, used both during and after it. */
export const syncReport = z
  .object({
    documentId: z.uuid(),
    serviceName: z.string(),
    revision: revision.describe('Of the master that engines are brought to'),
    synced: z.int(),
    upToDate: z.int(),
    failed: z.int(),
    waiting: z.int(),
    engines: z.array(syncEngine),
  })
  .meta({ id: 'SyncReport' })

export type SyncReport = z.infer<typeof syncReport>
