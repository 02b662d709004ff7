import { z } from 'zod'
import { moment } from '../dates.ts'
import { jobStatus } from '../jobs/job.ts'

/** Tolerance of a result: equal if within either of the two. */
const tolerance = z
  .strictObject({
    absolute: z.number().min(0).max(1e12).default(0),
    relative: z.number().min(0).max(1).default(0).describe('A share of the expected value'),
  })
  .meta({ id: 'TestTolerance' })

export type Tolerance = z.infer<typeof tolerance>

/** By output name. Numbers of other outputs must agree in 12 digits. */
export const tolerances = z.record(z.string().max(255), tolerance)

export type Tolerances = z.infer<typeof tolerances>

/** The settings of a run, stored so that it resumes unchanged after a crash. */
const runSetup = z.object({
  inputs: z.array(z.string()),
  outputs: z.array(z.object({ name: z.string(), isNumber: z.boolean() })),
  tolerances,
  /** The result of NOW, in milliseconds since 1970, UTC. */
  at: z.number(),
  seed: z.number(),
})

export type RunSetup = z.infer<typeof runSetup>

/** How often an open page polls a run when it receives no live events. */
export const testBedPollMillis = 5_000

export const testRunKinds = ['test', 'replay', 'regression'] as const

export const testRun = z
  .object({
    id: z.uuid(),
    testbedId: z.uuid(),
    testbedName: z.string(),
    testbedVersionId: z.uuid(),
    testbedVersion: z.int(),
    productId: z.uuid(),
    productName: z.string(),
    engineId: z.uuid(),
    serviceName: z.string(),
    versionId: z.uuid(),
    revision: z.string(),
    kind: z.enum(testRunKinds),
    status: jobStatus,
    noOfTest: z.int().describe('Cases of the run'),
    done: z.int(),
    passed: z.int().describe('Cases with expected results, all of which came'),
    failed: z.int().describe('Cases with a result other than expected'),
    errors: z.int().describe('Cases that gave errors instead of results'),
    computed: z.int().describe('Cases that expect nothing and gave results'),
    casesPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
    millis: z.number().describe('Time of all calculations together'),
    createdBy: z.string(),
    createdAt: moment,
    startedAt: moment.nullable(),
    completedAt: moment.nullable(),
    failureReason: z.string().nullable(),
    testbedQueueId: z.uuid().describe('The background job'),
    inputs: z.array(z.string()),
    outputs: z.array(z.object({ name: z.string(), isNumber: z.boolean() })),
    tolerances,
  })
  .meta({ id: 'TestRun' })

export type TestRun = z.infer<typeof testRun>

export const caseStatuses = ['passed', 'failed', 'error', 'computed'] as const

export const caseStatus = z.enum(caseStatuses).meta({ id: 'TestCaseStatus' })

export type CaseStatus = z.infer<typeof caseStatus>

/** The result of one case. */
export const testResult = z
  .object({
    number: z.int().describe('Of the case, from 1'),
    name: z.string(),
    segment: z.string(),
    status: caseStatus,
    millis: z.number(),
    inputs: z.record(z.string(), z.unknown()),
    outputs: z.record(z.string(), z.unknown()).nullable().describe('Null when the case was not computed'),
    expected: z.record(z.string(), z.unknown()).nullable(),
    differing: z.array(z.string()).describe('Outputs that differ from what is expected'),
    errors: z.array(z.object({ key: z.string(), message: z.string() })),
  })
  .meta({ id: 'TestResult' })

export type TestResult = z.infer<typeof testResult>
