import { z } from 'zod'
import { moment } from '../dates.ts'

/** The templates of a new tenant. */
export const starters = [
  'motor',
  'household',
  'termLife',
  'annuity',
  'groupHealth',
  'mortgage',
  'loan',
  'cashFlow',
] as const

export const starter = z.enum(starters)

export type Starter = z.infer<typeof starter>

/** Default page sizes of templates, and of favourites only. */
export const templatePageSize = { list: 4, favourites: 1000 } as const

export const longestTemplateDescription = 2000

export const template = z
  .object({
    id: z.uuid(),
    templateName: z.string(),
    categories: z.array(z.string()),
    description: z.string(),
    file: z.object({ name: z.string(), size: z.int().min(0) }),
    isStarred: z.boolean().describe('A favourite of the caller'),
    starter: starter
      .nullable()
      .describe('Which of the workbooks it is that every tenant starts with, until it is changed'),
    mayChange: z.boolean().describe('The caller may change and delete it'),
    updatedAt: moment,
  })
  .meta({ id: 'Template' })

export type Template = z.infer<typeof template>

export const templateParams = z.strictObject({ id: z.uuid() })
