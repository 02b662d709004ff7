import { z } from 'zod'

/** The URL part of a section. */
export const sectionKey = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must have small letters, digits and single hyphens only' })
  .max(60)
