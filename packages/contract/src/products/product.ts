import { z } from 'zod'
import { day, moment } from '../dates.ts'

/** The states of a product's life; the level orders them. */
export const productStatusLevels = { Design: 1, Production: 2, Archive: 3 } as const

export const productStatus = z.enum(['Design', 'Production', 'Archive']).meta({ id: 'ProductStatus' })

export type ProductStatus = z.infer<typeof productStatus>

export const product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    category: z.array(z.string()),
    description: z.string(),
    launchDate: day.nullable(),
    startDate: day.nullable(),
    status: productStatus,
    isStarred: z.boolean().describe('A favourite of the caller'),
    calculationEngines: z.object({ count: z.int().min(0) }),
    ownerName: z.string(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Product' })

export type Product = z.infer<typeof product>

/** How many products one page of the list call holds unless asked otherwise, and in the catalogue. */
export const productPageSize = { list: 11, catalogue: 15 } as const
