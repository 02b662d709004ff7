import { z } from 'zod'

/** A code of an authenticator app, or a recovery code. */
export const factorCode = z.string().trim().min(1).max(40)

/** What an authenticator app needs. */
export const factorSetup = z
  .object({
    secret: z.string().describe('Typed into the app where it cannot read the QR code'),
    uri: z.string().describe('The address in the QR code'),
    qr: z.object({ size: z.int(), path: z.string() }).describe('The QR code as an SVG path in a square of that size'),
  })
  .meta({ id: 'SecondFactorSetup' })
