import { z } from 'zod'

export const passwordLength = { min: 12, max: 200 } as const

/** A password chosen by a person. The server decides which ones are too common. */
export const newPassword = z
  .string()
  .min(passwordLength.min)
  .max(passwordLength.max)
  .meta({ id: 'NewPassword', description: `At least ${passwordLength.min} characters, none of the common ones` })
