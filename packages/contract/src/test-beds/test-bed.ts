import { z } from 'zod'
import { moment } from '../dates.ts'
import { tolerances } from './test-run.ts'

/** Maximum cases of one test bed; generators make fewer. */
export const mostCases = 1_000_000
export const mostGenerated = 100_000
/** Maximum bytes of a filled template. */
export const mostUploadBytes = 200 * 1024 * 1024

export const testBedName = z.string().trim().min(1).max(120)

/** A column about a case other than its inputs. */
export const markColumns = { name: '#Case', weight: '#Weight', segment: '#Segment' } as const
/** Prefix of an output's name in the heading of the column of its expected values. */
export const expectedPrefix = 'Expected: '

export const testBed = z
  .object({
    id: z.uuid(),
    productId: z.uuid(),
    productName: z.string(),
    engineId: z.uuid(),
    serviceName: z.string(),
    name: z.string(),
    description: z.string(),
    tolerances,
    latestTestbedVersionId: z.uuid().nullable(),
    version: z.int().nullable().describe('Number of the latest version'),
    noOfTest: z.int().describe('Cases of the latest version'),
    createdBy: z.string(),
    createdAt: moment,
    updatedAt: moment,
    mayEdit: z.boolean(),
    lastRunId: z.uuid().nullable(),
  })
  .meta({ id: 'TestBed' })

export type TestBed = z.infer<typeof testBed>

export const testBedVersion = z
  .object({
    id: z.uuid(),
    testbedId: z.uuid(),
    number: z.int(),
    source: z.enum(['upload', 'edit', 'case', 'generated', 'replay', 'regression']),
    note: z.string(),
    noOfTest: z.int(),
    inputs: z.array(z.string()),
    outputs: z.array(z.string()).describe('Outputs that something is expected of'),
    fileName: z.string().nullable(),
    createdBy: z.string(),
    createdAt: moment,
  })
  .meta({ id: 'TestBedVersion' })

export type TestBedVersion = z.infer<typeof testBedVersion>

const values = z.record(z.string().max(255), z.unknown())

/** The parts of one case. */
export const caseContent = z.strictObject({
  name: z.string().max(200).default(''),
  weight: z.number().min(0).max(1e15).default(1).describe('How much the case counts in a portfolio'),
  segment: z.string().max(200).default(''),
  inputs: values,
  expected: values.nullable().default(null),
})

export type CaseContent = z.infer<typeof caseContent>

export const testCase = z.object({ number: z.int().min(1), ...caseContent.shape }).meta({ id: 'TestCase' })

export type TestCase = z.infer<typeof testCase>

export const testBedParams = z.strictObject({ testbed: z.uuid() })
export const testBedVersionParams = testBedParams.extend({ version: z.uuid() })
