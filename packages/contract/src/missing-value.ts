import type { z } from 'zod'

/** Is a value missing? An issue does not contain the value, so that it cannot reach a log; only the text shows it. */
export function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
}
