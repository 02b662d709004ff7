import { z } from 'zod'
import { day, moment, zonedMoment } from '../dates.ts'
import { revision } from '../engines/revision.ts'

/** The default purpose of a call; the counters distinguish purposes. */
export const defaultCallPurpose = 'Single Execution'

const words = (longest: number) => z.string().trim().max(longest)

/** Names, as a list or as one comma-separated text. */
const names = z
  .union([z.array(z.string().max(250)).max(1000), z.string().max(20_000)])
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()))
  .transform((given) => given.filter((name) => name !== ''))

/** A day or a point in time; a day means its start, UTC. */
export const transactionDate = z.union([
  moment,
  day,
  z.iso
    .datetime({ local: true })
    .transform((text) => `${text}Z`)
    .pipe(moment),
  zonedMoment,
])

/** Everything but the inputs: which version runs, which results are wanted, and labels of the call. */
const metaFields = {
  version_id: z.uuid().nullish().describe('The version that runs'),
  version: revision.nullish().describe('The version that runs, by its revision'),
  transaction_date: transactionDate.nullish().describe('The version in effect on this date runs; now unless given'),
  call_purpose: words(120).nullish(),
  source_system: words(120).nullish(),
  correlation_id: words(200).nullish().describe('Returned as it is, and kept with the call'),
  requested_output: names.nullish().describe('Names of the outputs that are wanted'),
  service_category: words(250).nullish().describe('The subservice that is meant'),
  array_outputs: names.nullish().describe('Outputs that shall travel as rows of values below a row of headings'),
  response_data_inputs: z.boolean().nullish().describe('Return the inputs that were computed with'),
  debug_solve: z.boolean().nullish().describe('Return what each solve did'),
  excel_file: z.boolean().nullish().describe('Return the address of the workbook with these inputs in place'),
  validate: z.boolean().nullish().describe('False computes with inputs that the workbook’s validation refuses'),
} as const

/** Existing clients send an empty text for fields they do not set. */
export function orEmpty<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.literal('').transform(() => undefined)]).nullish()
}

/** The same, as lenient as existing clients need it. */
const looseMetaFields = {
  ...metaFields,
  version_id: orEmpty(z.uuid()).describe('The version that runs'),
  version: orEmpty(revision).describe('The version that runs, by its revision'),
  transaction_date: orEmpty(transactionDate).describe('The version in effect on this date runs; now unless given'),
  response_data_inputs: orEmpty(z.boolean()).describe('Return the inputs that were computed with'),
  debug_solve: orEmpty(z.boolean()).describe('Return what each solve did'),
  excel_file: orEmpty(z.boolean()).describe('Return the address of the workbook with these inputs in place'),
  validate: orEmpty(z.boolean()).describe('False computes with inputs that the workbook’s validation refuses'),
} as const

const inputs = z.record(z.string(), z.unknown()).meta({ description: 'Values by the names of the inputs' })

/** The format of existing clients: unknown fields are ignored. */
const looseMeta = z.object(metaFields)

export type RequestMeta = z.output<typeof looseMeta>

/** The target of an execution when the path does not name it. */
const addressFields = {
  service_uri: words(600).nullish().describe('folder/service, or folder/service[1.2.3]'),
  service_id: orEmpty(z.uuid()),
} as const

export const executeRequest = z
  .strictObject({
    request_data: z.strictObject({ inputs: inputs.default({}) }).prefault({}),
    request_meta: z.strictObject(metaFields).prefault({}),
  })
  .prefault({})
  .meta({ id: 'ExecuteRequest' })

/** The same in the format of existing clients. */
export const looseExecuteRequest = z
  .object({
    request_data: z.object({ inputs: inputs.nullish() }).nullish(),
    request_meta: z.object({ ...looseMetaFields, ...addressFields }).nullish(),
  })
  .meta({ id: 'LooseExecuteRequest' })
