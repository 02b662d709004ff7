import { z } from 'zod'
import { moment } from '../dates.ts'
import { jobStatus } from '../jobs/job.ts'
import { testRun } from './test-run.ts'

const bin = z.object({ from: z.number(), to: z.number(), count: z.int() })

/** How an output differs between two runs. Differences are target minus source. */
export const comparedOutput = z
  .object({
    name: z.string(),
    isNumber: z.boolean(),
    equal: z.int(),
    changed: z.int(),
    largestAbsolute: z.number().nullable(),
    largestRelative: z.number().nullable(),
    averageDifference: z.number().nullable(),
    histogram: z.array(bin).describe('Of the differences'),
  })
  .meta({ id: 'ComparedOutput' })

export type ComparedOutput = z.infer<typeof comparedOutput>

export const comparisonSummary = z.object({
  cases: z.int().describe('Cases that both runs have'),
  changedCases: z.int().describe('Cases in which at least one output differs'),
  outputs: z.array(comparedOutput),
  onlySource: z.array(z.string()).describe('Outputs that only the source has'),
  onlyTarget: z.array(z.string()).describe('Outputs that only the target has'),
})

export type ComparisonSummary = z.infer<typeof comparisonSummary>

export const testComparison = z
  .object({
    id: z.uuid(),
    taskQueueId: z.uuid().describe('The background job'),
    status: jobStatus,
    failureReason: z.string().nullable(),
    createdBy: z.string(),
    createdAt: moment,
    source: testRun,
    target: testRun,
    testCompareResult: comparisonSummary.nullable(),
  })
  .meta({ id: 'TestComparison' })

export type TestComparison = z.infer<typeof testComparison>

export const comparisonParams = z.strictObject({ comparison: z.uuid() })

/** A case in both runs, by one output. */
export const comparedCase = z
  .object({
    number: z.int(),
    name: z.string(),
    segment: z.string(),
    source: z.unknown(),
    target: z.unknown(),
    difference: z.number().nullable(),
    relative: z.number().nullable(),
  })
  .meta({ id: 'ComparedCase' })

export type ComparedCase = z.infer<typeof comparedCase>

export const impactRequest = z.strictObject({
  output: z.string().max(255),
  segment: z.string().max(255).optional().describe('The name of an input; the segment of the cases unless given'),
})

const change = {
  cases: z.int(),
  weight: z.number(),
  source: z.number().describe('Sum of the results, each times its weight'),
  target: z.number(),
  change: z.number(),
  relative: z.number().nullable(),
}

/** The effect of a new version on a portfolio: results times weights, by segment. */
export const portfolioImpact = z
  .object({
    output: z.string(),
    segment: z.string(),
    total: z.object(change),
    segments: z.array(z.object({ name: z.string(), ...change, up: z.int(), down: z.int() })),
    movers: z.array(comparedCase).describe('Cases that change most, weights included'),
    histogram: z.array(bin).describe('Of the relative changes of the cases'),
  })
  .meta({ id: 'PortfolioImpact' })

export type PortfolioImpact = z.infer<typeof portfolioImpact>
