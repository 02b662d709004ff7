import { z } from 'zod'
import { givenTwice, repeatedName } from './repeated-name.ts'

/** Parses a text that a form or a field carries as JSON, so that errors in it are reported field by field. */
export function fromJsonText(message = 'is not JSON') {
  return (text: string, context: z.RefinementCtx): unknown => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message, input: text })
      return z.NEVER
    }
    const path = repeatedName(text, value)
    if (path === undefined) return value
    context.addIssue({ code: 'custom', message: givenTwice, path, input: text })
    return z.NEVER
  }
}
