import { z } from 'zod'
import { data, defineCall, json, withInputs } from '../call.ts'
import { versionWorkbook } from './version-workbook.ts'

const name = z.string().min(1).max(255)
const value = z.union([z.number(), z.string().max(32_767), z.boolean(), z.null()])
const inputs = z.record(z.string(), z.unknown()).describe('What is missing has its default')

/** Maximum records of one request; more is a batch. */
export const mostWhatIfRecords = 2500

const varied = z.strictObject({ input: name, values: z.array(value).min(1).max(500) })

export const whatIfQuestion = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sweep'),
    inputs,
    vary: z
      .array(varied)
      .min(1)
      .max(2)
      .describe('One or two inputs; with two, every value of one with every of the other'),
    outputs: z.array(name).min(1).max(20),
  }),
  z.strictObject({
    kind: z.literal('tornado'),
    inputs,
    output: name,
    change: z.number().min(0.0001).max(1).describe('Share by which each numeric input is lowered and raised'),
  }),
  z.strictObject({
    kind: z.literal('solve'),
    inputs,
    input: name,
    output: name,
    target: z.number(),
    from: z.number(),
    to: z.number(),
  }),
  z.strictObject({
    kind: z.literal('scenarios'),
    scenarios: z.array(z.strictObject({ name, inputs })).min(1).max(50),
    outputs: z.array(name).max(200).describe('All where none is named'),
  }),
])

export type WhatIfQuestion = z.infer<typeof whatIfQuestion>

const outputs = z.record(z.string(), z.unknown())

const computed = z.object({
  outputs: outputs.nullable().describe('Null where nothing was computed'),
  error: z.string().nullable(),
})

export const whatIfAnswer = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('sweep'),
      rows: z.array(computed.extend({ values: z.array(value).describe('Of the varied inputs, in their order') })),
    }),
    z.object({
      kind: z.literal('tornado'),
      base: z.number().nullable(),
      bars: z
        .array(
          z.object({
            input: z.string(),
            low: z.number(),
            high: z.number(),
            atLow: z.number().nullable(),
            atHigh: z.number().nullable(),
            error: z.string().nullable(),
          }),
        )
        .describe('The largest effect first'),
      skipped: z.array(z.string()).describe('Inputs that are no numbers'),
    }),
    z.object({
      kind: z.literal('solve'),
      found: z.number().nullable().describe('The value of the input; null where none in the range gives the target'),
      reached: z.number().nullable().describe('What the output is there'),
      tried: z.int(),
      error: z.string().nullable(),
    }),
    z.object({ kind: z.literal('scenarios'), rows: z.array(computed.extend({ name: z.string() })) }),
  ])
  .meta({ id: 'WhatIfAnswer' })

export type WhatIfAnswer = z.infer<typeof whatIfAnswer>

export const runWhatIf = defineCall({
  ...versionWorkbook,
  id: 'lookInside.runWhatIf',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/what-if/{engine}/{version}',
  summary:
    'See what results become when inputs change: sweep one or two inputs, compare the effect of all inputs on an output, solve ' +
    'for a target, or compare scenarios. It is computed as a batch.',
  body: json(whatIfQuestion, withInputs),
  output: data(whatIfAnswer),
  errors: [...versionWorkbook.errors, 'ENGINE_INACTIVE_WARNING', 'NO_ACTIVE_VERSION'],
})
