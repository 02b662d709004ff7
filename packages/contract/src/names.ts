import { z } from 'zod'

const forbidden = /[/\\:*?"<>|\p{Cc}]/u

/** A name of products, engines, sections, folders and files: trimmed, 1 to 120 characters. */
export const entityName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .refine((name) => !forbidden.test(name), { error: 'must not contain / \\ : * ? " < > | or control characters' })
  // Paths cannot contain `.` and `..`: every client resolves them.
  .refine((name) => !/^\.+$/.test(name), { error: 'must not consist of dots alone' })
  .meta({ id: 'EntityName', description: '1 to 120 characters, none of / \\ : * ? " < > |' })
