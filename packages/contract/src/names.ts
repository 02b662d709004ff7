import { z } from 'zod'

const forbidden = /[/\\:*?"<>|\p{Cc}]/u

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether an address is an id. Otherwise it is a name: where calls take both, what looks like an id is never a name. */
export function isId(address: string): boolean {
  return id.test(address)
}

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

/** Characters that make two names look the same, or hide how a name ends. Joiners and marks that languages need are none. */
const deceptive = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/

/** A name that can be read as it is. */
export function readable<Name extends z.ZodType<string>>(name: Name): Name {
  return name.refine((text) => !deceptive.test(text), {
    error: 'must not contain invisible characters or signs that turn the direction of writing',
  })
}

/** A new name of a product or engine, which calls take in place of their ids. */
export const callableName = readable(entityName.refine((name) => !isId(name), { error: 'must not look like an id' }))
