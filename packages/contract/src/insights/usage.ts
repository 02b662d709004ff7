import { z } from 'zod'
import { moment } from '../dates.ts'
import { isZone } from './zone-days.ts'

/** The counter of calls, under the name existing clients know. */
export const apiCalls = 'Spark.ApiCalls'

/** The counters. */
export const counterNames = [
  apiCalls,
  'Records',
  'Errors',
  'FailedRecords',
  'Warnings',
  'ComputeMillis',
  'Callers',
] as const

export type CounterName = (typeof counterNames)[number]

export const counterName = z.enum(counterNames)

/** The dimensions of calls. */
export const dimensions = ['product', 'engine', 'version', 'purpose', 'sourceSystem', 'caller'] as const

export type Dimension = (typeof dimensions)[number]

const values = (what: string) => z.array(z.string().max(200)).max(100).optional().describe(what)

export const usageFilter = z
  .strictObject({
    product: values('Ids of products'),
    engine: values('Ids of engines'),
    version: values('Ids of versions; an empty text for calls that were refused before one was chosen'),
    purpose: values('Purposes'),
    sourceSystem: values('Source systems'),
    caller: values('Keys of callers, as measures name them'),
  })
  .prefault({})

export type UsageFilter = z.output<typeof usageFilter>

const longestRangeMs = 1100 * 86_400_000

/** A time range and a filter of its calls. Both ends are extended to their quarter of an hour. */
export const usageRange = {
  from: moment,
  to: moment.describe('Exclusive'),
  zone: z
    .string()
    .max(60)
    .refine(isZone, { error: 'is not a time zone such as UTC, Asia/Tokyo or Europe/Berlin' })
    .default('UTC'),
  filter: usageFilter,
}

interface Range {
  readonly from: string
  readonly to: string
}

/** For `check` of a request with a range. */
export function checkRange(context: z.core.ParsePayload<Range>): void {
  const { from, to } = context.value
  const length = Date.parse(to) - Date.parse(from)
  const problem =
    length <= 0 ? 'must be after from' : length > longestRangeMs ? 'must be at most three years after from' : undefined
  if (problem === undefined) return
  context.issues.push({ code: 'custom', path: ['to'], message: problem, input: to })
}

/** Sums of all counters. */
export const usageSums = z
  .object({
    calls: z.int(),
    errors: z.int().describe('Calls with errors'),
    records: z.int(),
    failed: z.int().describe('Records with errors'),
    warnings: z.int().describe('Records with warnings'),
    millis: z.number().describe('Time of all calculations together'),
    callers: z.int().describe('How many different callers'),
  })
  .meta({ id: 'UsageSums' })

export type UsageSums = z.output<typeof usageSums>

export const measure = usageSums
  .extend({
    key: z.string().describe('What a filter names it by'),
    name: z.string().describe('Empty where calls have no such thing'),
    productId: z.uuid().nullable().describe('Of an engine or a version'),
    engineId: z.uuid().nullable().describe('Of a version'),
  })
  .meta({ id: 'UsageMeasure' })

export type Measure = z.output<typeof measure>

/** The sum of a counter. */
export function counterValue(sums: UsageSums, name: CounterName): number {
  switch (name) {
    case 'Spark.ApiCalls':
      return sums.calls
    case 'Records':
      return sums.records
    case 'Errors':
      return sums.errors
    case 'FailedRecords':
      return sums.failed
    case 'Warnings':
      return sums.warnings
    case 'ComputeMillis':
      return sums.millis
    case 'Callers':
      return sums.callers
    default:
      return name satisfies never
  }
}
