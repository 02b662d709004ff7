import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'
import { engine, engineVersion } from './engine.ts'
import { engineParams, versionParams } from './engine-address.ts'
import { engineInterface } from './interface.ts'
import { parityReport, workbookDiagnostic } from './proof.ts'

const named = z.object({ name: z.string(), originalName: z.string(), description: z.string() })

/** Something about an engine that people should see before they rely on it. */
const engineFlag = z
  .object({
    code: z.enum(['RULE_SET_INACTIVE', 'RULE_SET_NOT_IN_EFFECT', 'RULE_WITHOUT_VALUE']),
    name: z.string().describe('Of the rule set or rule'),
  })
  .meta({ id: 'EngineFlag' })

export type EngineFlag = z.infer<typeof engineFlag>

/** An engine with one of its versions: the one asked for, the one that runs now, or else the newest. */
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
    flags: z.array(engineFlag),
  })
  .meta({ id: 'EngineDetail' })

export type EngineDetail = z.infer<typeof engineDetail>

const declaration = {
  method: 'GET',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const

export const getEngine = defineCall({
  ...declaration,
  id: 'engines.getEngine',
  path: '/api/v1/product/{product}/engines/get/{engine}',
  summary:
    'Get an engine with the version that runs now, or else the newest: what it takes and gives, and how it was made.',
  params: engineParams,
  output: data(engineDetail),
})

export const getEngineVersion = defineCall({
  ...declaration,
  id: 'engines.getEngineVersion',
  path: '/api/v1/product/{product}/engines/get/{engine}/{version}',
  summary: 'Get an engine with one of its versions.',
  params: versionParams,
  output: data(engineDetail),
})

export const getParity = defineCall({
  ...declaration,
  id: 'engines.getParity',
  path: '/api/v1/product/{product}/engines/parity/{engine}/{version}',
  summary: 'Get the proof of a version: every cell that differs from the value Excel saved, and all diagnostics.',
  params: versionParams,
  output: data(z.object({ parity: parityReport, diagnostics: z.array(workbookDiagnostic) })),
})
