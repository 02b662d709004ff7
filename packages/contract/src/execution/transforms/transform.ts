import { z } from 'zod'
import { moment } from '../../dates.ts'
import { mapping } from '../../mapping.ts'
import { entityName } from '../../names.ts'
import { nameOrId } from '../engine-address.ts'
import { fromJsonText } from '../../json-text.ts'

const tenant = z.string().min(1).max(63)

export const transformAuthors = { caller: 'user', keyScope: 'author' } as const

export const folderParams = z.object({ tenant, folder: nameOrId })

export const transformParams = z.object({ tenant, folder: nameOrId, name: entityName })

/** The only kind: computation belongs in the workbook. */
export const transformType = 'mapping_v1'

/** JSON text, or the object itself. */
const textOrObject = <S extends z.ZodType>(schema: S) =>
  z.union([z.string().max(1_000_000).transform(fromJsonText()), z.looseObject({})]).pipe(schema)

/** Maps a foreign request to the inputs of a service, and its response to a foreign one. */
export const transformContent = textOrObject(
  z.strictObject({
    transform_type: z.literal(transformType, {
      error: `must be ${transformType}: transforms hold paths, constants and code lists, and no code`,
    }),
    target_api_version: z.literal('v3').default('v3'),
    input_body_transform: textOrObject(mapping)
      .nullish()
      .describe('Makes the inputs; without it the body is the inputs'),
    output_body_transform: textOrObject(mapping)
      .nullish()
      .describe('Makes the answer from that of the service in the shape of v3; without it that is the answer'),
  }),
)

export type TransformContent = z.output<typeof transformContent>

export const storedTransform = z
  .object({
    name: z.string(),
    folder: z.string(),
    version: z.int().describe('Every save makes the next'),
    transform_content: z.string().describe('JSON text'),
    created_by: z.string(),
    updated_at: moment,
  })
  .meta({ id: 'Transform' })

export const transformAnswer = {
  kind: 'plain',
  schema: z.object({ status: z.literal('Success'), response_data: storedTransform }).meta({ id: 'TransformAnswer' }),
} as const
