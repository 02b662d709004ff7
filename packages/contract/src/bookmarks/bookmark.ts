import { z } from 'zod'
import { moment } from '../dates.ts'

export const bookmarkPageSize = 10

/** A URL inside the product: a path with query and fragment, never another site. */
export const bookmarkUrl = z
  .string()
  .min(1)
  .max(4000)
  .refine((url) => /^\/(?![/\\])/.test(url) && !/[\p{Cc}\\]/u.test(url), { error: 'must be a path inside the product' })
  .describe('Path inside the product, with its query')

/** State that is not in the URL, such as the inputs of the tester. */
export const bookmarkData = z
  .record(z.string(), z.unknown())
  .refine((data) => JSON.stringify(data).length <= 200_000, { error: 'must have at most 200,000 characters' })

export const bookmark = z
  .object({
    id: z.uuid(),
    name: z.string(),
    bookmarkUrl: z.string(),
    data: z.record(z.string(), z.unknown()),
    productName: z.string().nullable().describe('The product that it leads to; null for pages outside of products'),
    createdAt: moment,
  })
  .meta({ id: 'Bookmark' })

export type Bookmark = z.infer<typeof bookmark>
