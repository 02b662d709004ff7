import { z } from 'zod'
import { moment } from '../dates.ts'

/** How often an open page polls the progress of a run. */
export const policyPollMillis = 3_000

export const policyEncodings = [
  'utf-8',
  'utf-16le',
  'shift_jis',
  'euc-jp',
  'iso-8859-1',
  'windows-1252',
  'cp037',
  'cp930',
] as const

export const policyEncoding = z.enum(policyEncodings).meta({ id: 'PolicyEncoding' })

export type PolicyEncoding = z.infer<typeof policyEncoding>

const fieldName = z.string().trim().min(1, 'is missing').max(120)
const wholeNumber = z.int('is no whole number')
const mostFields = 2_000

const bytePlace = {
  start: wholeNumber.min(1).max(1_000_000).describe('First byte, counted from 1'),
  length: wholeNumber.min(1).max(100_000).describe('Bytes'),
  type: z.enum(['text', 'packed', 'zoned']).default('text').describe('Packed and zoned are decimals of mainframes'),
  decimals: wholeNumber.min(0).max(30).default(0).describe('Digits behind the point of a packed or zoned decimal'),
}

const lineEnds = z.enum(['lf', 'crlf'])
const elementName = z
  .string()
  .regex(/^[\p{L}_][\p{L}\p{N}_.-]*$/u, 'must be the name of an element')
  .max(120)

/** The layout of records in a file. */
export const policyLayout = z
  .discriminatedUnion('format', [
    z.strictObject({
      format: z.literal('csv'),
      encoding: policyEncoding.default('utf-8'),
      delimiter: z.string().length(1).default(','),
      quote: z.string().max(1).default('"').describe('Empty for none'),
      header: z.boolean().default(true).describe('The first line holds the names of the fields'),
      lineEnd: lineEnds.default('lf').describe('Of what is written'),
      fields: z
        .array(z.strictObject({ name: fieldName }))
        .min(1)
        .max(mostFields),
    }),
    z.strictObject({
      format: z.literal('fixed'),
      encoding: policyEncoding.default('utf-8'),
      recordLength: wholeNumber
        .min(1)
        .max(1_000_000)
        .nullable()
        .default(null)
        .describe('Bytes of a record; null for lines'),
      lineEnd: lineEnds.default('lf'),
      fields: z
        .array(z.strictObject({ name: fieldName, ...bytePlace }))
        .min(1)
        .max(mostFields),
    }),
    z.strictObject({
      format: z.literal('xml'),
      encoding: policyEncoding.default('utf-8'),
      root: elementName.default('policies').describe('Of what is written'),
      record: elementName.describe('The element that a record is'),
      fields: z
        .array(z.strictObject({ name: fieldName, element: elementName }))
        .min(1)
        .max(mostFields),
    }),
  ])
  .meta({ id: 'PolicyLayout' })

export type PolicyLayout = z.infer<typeof policyLayout>

const condition = z.strictObject({
  field: fieldName.describe('A field of the extract'),
  is: z.enum(['equal', 'notEqual', 'blank', 'notBlank', 'greater', 'less']),
  value: z.string().max(500).default(''),
})

export type MappingCondition = z.infer<typeof condition>

export const conversions = [
  'trim',
  'number',
  'numberComma',
  'percent',
  'dateYmd',
  'dateDmy',
  'dateMdy',
  'boolean',
  'upper',
  'lower',
  'blankAsNull',
] as const

/** One value of a record: its source and its conversions. */
const rule = {
  from: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('field'), name: fieldName }),
      z.strictObject({ kind: z.literal('output'), name: fieldName }),
      z.strictObject({
        kind: z.literal('constant'),
        value: z.union([z.string().max(32_767), z.number(), z.boolean(), z.null()]),
      }),
    ])
    .describe('A field of the extract, an output of the engine, or a constant'),
  conversions: z.array(z.enum(conversions)).max(10).default([]).describe('Applied in their order'),
  codes: z
    .record(z.string().max(200), z.union([z.string().max(500), z.number(), z.boolean()]))
    .default({})
    .describe('A code list'),
  otherCodes: z.enum(['reject', 'keep']).default('reject').describe('What becomes of a code that is not in the list'),
  when: z.array(condition).max(20).default([]).describe('The rule counts where all of these hold'),
}

/** An input takes its value from the first rule whose conditions hold. */
const inputRule = z.strictObject({ input: fieldName, ...rule })
const resultRule = z.strictObject({
  field: fieldName,
  ...rule,
  decimals: wholeNumber
    .min(0)
    .max(15)
    .nullable()
    .default(null)
    .describe('Numbers are rounded to so many digits; null keeps all'),
})

export type InputRule = z.infer<typeof inputRule>
export type ResultRule = z.infer<typeof resultRule>

/** The mapping of a policy extract: fields to inputs of an engine, outputs to fields of the result. */
export const policyMapping = z
  .strictObject({
    version: z.literal(1).default(1),
    extract: policyLayout,
    inputs: z.array(inputRule).min(1).max(5_000),
    result: policyLayout,
    outputs: z.array(resultRule).min(1).max(5_000),
    recordKey: fieldName.nullable().default(null).describe('The field by which the log knows a record'),
  })
  .check(({ value, issues }) => {
    const fields = new Set(value.extract.fields.map(({ name }) => name))
    const targets = new Set(value.result.fields.map(({ name }) => name))
    const refuse = (path: (string | number)[], message: string) =>
      issues.push({ code: 'custom', input: value, path, message })
    for (const layout of ['extract', 'result'] as const) {
      const seen = new Set<string>()
      for (const [i, { name }] of value[layout].fields.entries()) {
        if (seen.has(name)) refuse([layout, 'fields', i, 'name'], 'is the name of another field too')
        seen.add(name)
      }
      const { recordLength, fields: placed } =
        value[layout].format === 'fixed' ? value[layout] : { recordLength: null, fields: [] }
      for (const [i, { start, length }] of placed.entries()) {
        if (recordLength !== null && start + length - 1 > recordLength) {
          refuse([layout, 'fields', i, 'length'], 'reaches beyond the end of the record')
        }
      }
    }
    const check = (list: 'inputs' | 'outputs') => {
      for (const [i, one] of value[list].entries()) {
        if (one.from.kind === 'field' && !fields.has(one.from.name))
          refuse([list, i, 'from', 'name'], 'is no field of the extract')
        if (list === 'inputs' && one.from.kind === 'output')
          refuse([list, i, 'from', 'kind'], 'must be field or constant')
        for (const [j, { field }] of one.when.entries()) {
          if (!fields.has(field)) refuse([list, i, 'when', j, 'field'], 'is no field of the extract')
        }
      }
    }
    check('inputs')
    check('outputs')
    for (const [i, { field }] of value.outputs.entries()) {
      if (!targets.has(field)) refuse(['outputs', i, 'field'], 'is no field of the result')
    }
    if (value.recordKey !== null && !fields.has(value.recordKey)) refuse(['recordKey'], 'is no field of the extract')
  })
  .meta({ id: 'PolicyMapping' })

export type PolicyMapping = z.infer<typeof policyMapping>

export const mappingName = z.string().trim().min(1).max(120)

export const storedMapping = z
  .object({
    id: z.uuid(),
    name: z.string(),
    number: z.int().describe('Of the version; every change makes another'),
    versions: z.int(),
    productId: z.uuid(),
    productName: z.string(),
    engineId: z.uuid(),
    serviceName: z.string(),
    note: z.string(),
    createdBy: z.string(),
    createdAt: moment,
    mapping: policyMapping,
  })
  .meta({ id: 'StoredPolicyMapping' })

export type StoredMapping = z.infer<typeof storedMapping>
