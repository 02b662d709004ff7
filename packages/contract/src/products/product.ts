import { z } from 'zod'
import { day, moment } from '../dates.ts'
import { section } from '../documents/section.ts'
import { accessLevel } from '../permissions/access-level.ts'
import { groupLabel } from '../users/group-label.ts'

/** The statuses of a product, ordered by level. */
export const productStatusLevels = { Design: 1, Production: 2, Archive: 3 } as const

export const productStatus = z.enum(['Design', 'Production', 'Archive']).meta({ id: 'ProductStatus' })

export type ProductStatus = z.infer<typeof productStatus>

const statusOf = { 'In Design': 'Design', 'In Production': 'Production', 'In Archive': 'Archive' } as const

/** A status as callers write it, including its display name. */
export const givenStatus = productStatus.or(
  z.enum(['In Design', 'In Production', 'In Archive']).transform((alias) => statusOf[alias]),
)

/** Allowed transitions of a product from each status, and whether they need a reason. */
export const statusChanges: Readonly<Record<ProductStatus, readonly { to: ProductStatus; reasonNeeded: boolean }[]>> = {
  Design: [{ to: 'Production', reasonNeeded: false }],
  Production: [
    { to: 'Archive', reasonNeeded: false },
    { to: 'Design', reasonNeeded: true },
  ],
  Archive: [{ to: 'Design', reasonNeeded: false }],
}

export const longestReason = 1000

export const product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    category: z.array(z.string()),
    description: z.string(),
    launchDate: day.nullable(),
    startDate: day.nullable(),
    status: productStatus,
    coverImage: z.string().nullable().describe('Hash of the cover image'),
    coverImagePath: z.string().nullable().describe('Where the cover image is read'),
    isStarred: z.boolean().describe('A favourite of the caller'),
    calculationEngines: z.object({ count: z.int().min(0) }),
    kanbanStatus: z.uuid().nullable().describe('Its column of the board; null: the first one'),
    ownerName: z.string(),
    access: accessLevel.describe('What the caller may do with it'),
    contentOnly: z
      .boolean()
      .describe('The caller was permitted single things in it and not the product itself, of which little is told'),
    sharedWith: z.array(groupLabel).describe('Groups that have a permission on it'),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Product' })

export type Product = z.infer<typeof product>

/** Maximum length of a summary, including its formatting. */
export const longestSummary = 100_000

/** A product with details that only its own pages show. */
export const productDetail = product
  .extend({
    summary: z.string().describe('Rich text that introduces the product, as safe HTML'),
    sections: z.array(section).describe('The sections of its documents, in their order'),
  })
  .meta({ id: 'ProductDetail' })

export type ProductDetail = z.infer<typeof productDetail>

/** Default page sizes of the list call, in the catalogue and in the shared list. */
export const productPageSize = { list: 11, catalogue: 15, shared: 15 } as const
