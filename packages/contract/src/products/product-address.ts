import { z } from 'zod'

/** A product as paths address it: by id or by name. */
export const productParams = z.strictObject({ product: z.string().min(1).max(200) })
