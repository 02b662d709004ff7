import { z } from 'zod'
import { moment } from '../dates.ts'
import { engine, engineVersion } from './engine.ts'
import { engineInterface } from './interface.ts'
import { parityReport, workbookDiagnostic } from './proof.ts'
import { revisionProposal } from './revision.ts'

const named = z.object({ name: z.string(), description: z.string() })

/** Measurements of reading, compiling and proving a workbook. */
export const buildFacts = z
  .object({
    sheets: z.int(),
    formulaCells: z.int(),
    cellsWithData: z.int(),
    readMs: z.number(),
    compileMs: z.number(),
    proveMs: z.number(),
    evalMicros: z.number().describe('Median of one calculation'),
    compilerVersion: z.string(),
    interpretedCells: z.int().describe('Formula cells that the compiled program leaves to the evaluator'),
  })
  .meta({ id: 'BuildFacts' })

/** Something about an engine that people should see before they rely on it. */
const engineFlag = z
  .object({
    code: z.enum(['RULE_SET_INACTIVE', 'RULE_SET_NOT_IN_EFFECT', 'RULE_WITHOUT_VALUE']),
    name: z.string().describe('Of the rule set or rule'),
  })
  .meta({ id: 'EngineFlag' })

export type EngineFlag = z.infer<typeof engineFlag>

/** An engine with all that is known about one of its versions: the one asked for, the one that runs, or the newest. */
export const engineDetail = z
  .object({
    ...engine.shape,
    version: engineVersion,
    effectiveStartDate: moment,
    effectiveEndDate: moment,
    engineHash: z.string(),
    properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    inputs: z.array(named),
    outputs: z.array(named),
    serviceCategories: z.array(z.string()).describe('Names of the subservices'),
    bookSummary: z.object({
      bookRevision: z.string(),
      versionId: z.uuid(),
      bookReleaseDate: moment,
      bookDescription: z.string(),
    }),
    interface: engineInterface,
    parity: parityReport,
    diagnostics: z.array(workbookDiagnostic),
    build: buildFacts,
    proposal: revisionProposal.nullable().describe('Of a draft: the revision that what changed asks for'),
    flags: z.array(engineFlag),
  })
  .meta({ id: 'EngineDetail' })

export type EngineDetail = z.infer<typeof engineDetail>
