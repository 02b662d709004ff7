import { z } from 'zod'
import { day, moment } from '../dates.ts'
import { engineType } from '../engines/engine.ts'

/** Page size of the log. */
export const callPageSize = 20

/** A call as the log lists it. */
export const callSummary = z
  .object({
    id: z.uuid().describe('The call id'),
    timestamp: moment,
    versionId: z.uuid().nullable().describe('Null when the call was refused before a version was chosen'),
    revision: z.string().nullable().describe('Null when the version is gone'),
    caller: z.string().describe('Name of the person, API key or link'),
    callerKind: z.enum(['user', 'key', 'visitor', 'anyone']),
    purpose: z.string(),
    sourceSystem: z.string(),
    correlationId: z.string(),
    subservice: z.string().nullable(),
    engineType,
    millis: z.number().describe('Time of the calculation'),
    records: z.int().describe('More than one for a batch'),
    hasErrors: z.boolean(),
  })
  .meta({ id: 'CallSummary' })

/** A call with its complete request and response, from which it can be repeated. */
export const callDetail = callSummary
  .extend({
    serviceName: z.string(),
    inputs: z.unknown().describe('The inputs as they were sent; of a batch, all its records'),
    outputs: z.unknown(),
    request: z.unknown(),
    response: z.unknown(),
    recordCallIds: z.array(z.uuid()).nullable().describe('Of a batch: the call id of each record'),
  })
  .meta({ id: 'CallDetail' })

/** Selects calls. */
export const callFilterFields = {
  StartDate: z.union([moment, day]).optional(),
  EndDate: z.union([moment, day]).optional().describe('A day is meant until its end'),
  Search: z
    .string()
    .max(500)
    .default('')
    .describe('Part of the call id, caller, purpose, source system, correlation id, or of what travelled'),
  ErrorsOnly: z.boolean().default(false),
} as const
