import { z } from 'zod'
import { moment } from '../dates.ts'

/** The code that people compare and type: unambiguous letters without vowels. */
export const userCode = z
  .string()
  .trim()
  .transform((code) => code.toUpperCase().replace(/[\s-]/g, ''))
  .refine((code) => /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(code), { error: 'is not a code such as BCDF-GHJK' })
  .meta({ id: 'DeviceCode' })

/** A sign-in request of a command line, as the deciding person sees it. */
export const deviceLogin = z
  .object({
    code: z.string().describe('As it is shown, such as BCDF-GHJK'),
    machine: z.string().describe('What the command line says about itself'),
    address: z.string().describe('Where it asks from'),
    createdAt: moment,
    expiresAt: moment,
    state: z.enum(['pending', 'approved', 'refused']),
    keyDays: z.int().describe('How long the command line stays signed in'),
  })
  .meta({ id: 'DeviceLogin' })
