import { z } from 'zod'

export const userParams = z.strictObject({ id: z.uuid() })
