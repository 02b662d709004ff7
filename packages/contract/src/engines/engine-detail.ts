import { z } from 'zod'
import { moment } from '../dates.ts'
import { engineReference } from '../master-references/engine-reference.ts'
import { engine, engineVersion } from './engine.ts'
import { engineInterface } from './interface.ts'
import { parityReport } from './proof.ts'

const named = z.object({ name: z.string(), originalName: z.string(), description: z.string() })

/** A warning about an engine for people who rely on it. */
const engineFlag = z
  .object({
    code: z.enum([
      'RULE_SET_INACTIVE',
      'RULE_SET_NOT_IN_EFFECT',
      'RULE_WITHOUT_VALUE',
      'REFERENCE_INACTIVE',
      'REFERENCE_NOT_IN_EFFECT',
      'REFERENCE_WITHOUT_VALUE',
    ]),
    name: z.string().describe('Of the rule set, rule or reference table'),
  })
  .meta({ id: 'EngineFlag' })

export type EngineFlag = z.infer<typeof engineFlag>

/** An engine with one of its versions: the requested one, the running one, or else the newest. */
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
    build: z.object({
      sheets: z.int(),
      formulaCells: z.int(),
      cellsWithData: z.int(),
      readMs: z.number(),
      compileMs: z.number(),
      proveMs: z.number(),
      evalMicros: z.number().describe('What one run takes'),
      compilerVersion: z.string(),
    }),
    verdict: parityReport.shape.verdict,
    savedBy: parityReport.shape.savedBy,
    flags: z.array(engineFlag),
    hasProxyUrl: z.boolean().describe('Callers can use an address of its own'),
    isJsSheetEngineGenerated: z.boolean().describe('There is a JS sheet of this version'),
    referenceList: z.array(z.string()).describe('Names of the tables that it copies from masters'),
    referenceRangeMetadatas: z.array(engineReference),
  })
  .meta({ id: 'EngineDetail' })

export type EngineDetail = z.infer<typeof engineDetail>

export const engineDetailCall = {
  method: 'GET',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const
