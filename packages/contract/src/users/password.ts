import { z } from 'zod'

export const passwordLength = { min: 12, max: 200 } as const

/** A password that a person chooses. Which ones are refused as too common is decided by the server. */
export const newPassword = z
  .string()
  .min(passwordLength.min)
  .max(passwordLength.max)
  .meta({ id: 'NewPassword', description: `At least ${passwordLength.min} characters, none of the common ones` })
