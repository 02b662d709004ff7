import { z } from 'zod'
import { jsonWithLongList } from '../call.ts'
import { executeErrors } from './engine-address.ts'
import { chainStepResult } from './execute-answer.ts'
import { orEmpty, transactionDate } from './request.ts'

/** Maximum number of records in a batch. */
export const mostRecords = 100_000

const words = (longest: number) => z.string().trim().max(longest)

type BatchRecords = readonly unknown[]

/**
 * Records as objects, or as rows of values below a row of headings. They are not validated here: a batch is large, and
 * an invalid record fails alone.
 */
const records = z
  .custom<BatchRecords>(
    (given) => Array.isArray(given),
    'must be a list of objects, or of lists of values below a list of headings',
  )
  .refine((given) => given.length <= mostRecords + 1, `has more than ${mostRecords} records`)
  .describe('Objects, or lists of values below a list of headings')

const perRecord = z.array(z.unknown().nullable())

export const batchCall = {
  method: 'POST',
  params: z.object({ tenant: z.string().min(1).max(63) }),
  body: jsonWithLongList(
    z
      .object({
        inputs: records,
        service: words(600).nullish().describe('folder/service, folder/service[1.2.3], or an id'),
        version_id: orEmpty(z.uuid()),
        version_by_timestamp: orEmpty(transactionDate),
        subservice: words(250).nullish(),
        output: z.union([z.array(z.string().max(250)).max(1000), z.string().max(20_000)]).nullish(),
        call_purpose: words(120).nullish(),
        source_system: words(120).nullish(),
        correlation_id: words(200).nullish(),
        validate: orEmpty(z.boolean()),
      })
      .meta({ id: 'BatchExecuteRequest' }),
    'inputs',
  ),
  output: {
    kind: 'plain',
    schema: z
      .object({
        outputs: z.array(z.unknown()).describe('Null for a record that was refused; `errors` says why'),
        process_time: z.array(z.number()).describe('Milliseconds of each record'),
        warnings: perRecord,
        errors: perRecord,
        service_chain: z.array(z.array(chainStepResult).nullable()),
        call_ids: z.array(z.uuid()),
        service_id: z.uuid(),
        version_id: z.uuid(),
        version: z.string(),
        call_id: z.uuid(),
        compiler_version: z.string(),
        correlation_id: z.string(),
        request_timestamp: z.string(),
      })
      .meta({ id: 'BatchExecuteAnswer' }),
  },
  errors: executeErrors,
} as const
