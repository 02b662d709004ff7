import { z } from 'zod'

/** A product in a path: by id or by name. */
export const productParams = z.strictObject({ product: z.string().min(1).max(200) })
