import { z } from 'zod'
import { data } from '../call.ts'

/** The lists of choices and the texts of an installation's screens. */
export const lookupNames = [
  'Metadata.CoverImages',
  'ProductCategories',
  'ProductStatus',
  'ExecutePurpose',
  'ReleaseNote',
  'ReleaseVersion',
  'FileTypes',
  'CategoryIcons',
  'GitBookUrl',
] as const

export const lookupName = z.enum(lookupNames).meta({ id: 'LookupName' })

export type LookupName = z.infer<typeof lookupName>

const lookupEntry = z
  .object({
    key: z.string(),
    value: z.string(),
    icon: z.string().nullable().describe('Name of a category icon'),
  })
  .meta({ id: 'LookupEntry' })

export type LookupEntry = z.infer<typeof lookupEntry>

export const lookupCall = {
  method: 'GET',
  caller: 'user',
  query: z.strictObject({ name: lookupName.optional().describe('One list only') }),
  output: data(z.partialRecord(lookupName, z.array(lookupEntry))),
  errors: [],
} as const
