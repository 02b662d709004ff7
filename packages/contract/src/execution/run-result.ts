import { z } from 'zod'
import { moment } from '../dates.ts'

/** Why an output has no value, or an input was refused. */
export const validationError = z
  .object({
    sourcePath: z.string().describe('Where the cause lies, as Sheet1!B2'),
    message: z.string(),
    additionalDetails: z.string().describe('Name of the input, output or solve'),
    errorType: z.string(),
  })
  .meta({ id: 'ValidationError' })

/** The steps and result of a solve. */
const solveDetail = z
  .object({
    name: z.string(),
    target: z.number().describe('What the target cell was to become'),
    result: z.object({
      found: z.boolean(),
      input: z.number().describe('The value that came closest'),
      history: z.array(
        z.object({
          iteration: z.int(),
          input: z.number(),
          difference: z.number().optional().describe('How far the target cell was from the wanted value'),
        }),
      ),
    }),
  })
  .meta({ id: 'SolveDetail' })

export type SolveDetail = z.infer<typeof solveDetail>

/** The result of running an engine. */
export const runResult = z
  .object({
    callId: z.uuid(),
    serviceName: z.string(),
    versionId: z.uuid(),
    revision: z.string(),
    xlInputs: z.record(z.string(), z.unknown()).describe('The inputs that were computed with, defaults included'),
    xOutput: z.record(z.string(), z.unknown()),
    imageInputs: z.array(z.string()).describe('Names of images that reports show'),
    solveInputs: z.array(
      z.object({
        solveName: z.string(),
        targetValue: z.number().nullable(),
        maxChange: z.number(),
        maxIteration: z.int(),
        intialGuess: z.number().nullable(),
        runIfTrue: z.boolean(),
      }),
    ),
    reportInputs: z.array(z.string()).describe('Names of ranges that can be had as PDF'),
    validationErrors: z.array(validationError),
    engineWarnings: z.array(z.object({ key: z.string(), value: z.string() })),
    fetchTimeUTC: moment,
    lastCalcTime: moment,
    totalTime: z.number().describe('Milliseconds'),
    referenceUpdateRequired: z.boolean(),
    solves: z.array(solveDetail).optional().describe('What each solve did, where debug_solve asked for it'),
    trace: z.array(z.unknown()).optional().describe('Of an interpreted engine: every cell that was computed'),
    excelFile: z.string().optional().describe('Address of the workbook with these inputs in place'),
  })
  .meta({ id: 'EngineRunResult' })
