import { z } from 'zod'
import { entityName } from '../names.ts'
import { documentFileTypes, productFileTypes } from './file-types.ts'

export const mostSections = 50

export const sectionName = entityName.meta({ id: 'SectionName' })

export const fileTypes = z
  .array(z.enum(productFileTypes))
  .min(1)
  .max(productFileTypes.length)
  .transform((types) => [...new Set(types)])

/** File types of a section by default. */
export const everyFileType = [...documentFileTypes, 'HTM'] as const

export const sectionPosition = z
  .int()
  .min(0)
  .max(1000)
  .describe('From 1; 0 counts as 1, and what is behind the last place is the last place')

export const addRules = ['AddBrochure', 'AddDocumentation'] as const

export type AddRule = (typeof addRules)[number]

export const section = z
  .object({
    id: z.uuid(),
    name: z.string(),
    position: z.int().min(1),
    fileTypes: z.array(z.enum(productFileTypes)).describe('What documents in it can be'),
    documents: z.int().min(0).describe('How many documents are in it'),
    addRule: z.enum(addRules).describe('The rule of groups that is asked before something is added'),
  })
  .meta({ id: 'ProductSection' })

export type Section = z.infer<typeof section>

export const productParams = z.strictObject({ product: z.string().min(1).max(200).describe('Id or name') })

export const sectionParams = z.strictObject({
  product: z.string().min(1).max(200).describe('Id or name'),
  section: z.string().min(1).max(200).describe('Id or name'),
})
