import type { FormPort } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FieldState } from '@sheetwright/contract/calculators/form-state.ts'
import type { ServerText } from '../../platform/messages/server-text.ts'
import type { Text } from '../../platform/messages/use-text.ts'
import { valueText } from '../../ui/value-text.ts'

/** The error of a value: the workbook author's message if there is one, else what is allowed. */
export function problemText(
  text: Text,
  serverText: ServerText,
  { problem, min, max, value }: FieldState,
  port: FormPort | undefined,
) {
  if (problem === null) return undefined
  const own = port?.validation?.errorMessage
  if (own !== undefined && own !== '' && own === problem) return own
  const shown = (limit: unknown) => valueText(limit, port?.numberFormat)
  if (value === null && port?.validation?.ignoreBlank === false) return text('Calculator.required')
  // A value inside its limits is refused by another rule, such as a formula that compares it with other inputs.
  const isLimited = value !== null && (min !== null || max !== null)
  if (isLimited && isAtLeast(value, min) && isAtLeast(max, value)) return serverText(problem)
  if (min !== null && max !== null) return text('Calculator.between', { min: shown(min), max: shown(max) })
  if (min !== null) return text('Calculator.atLeast', { min: shown(min) })
  if (max !== null) return text('Calculator.atMost', { max: shown(max) })
  if (port?.validation?.type === 'list') return text('Calculator.fromList')
  return serverText(problem)
}

/** Whether a number or a date is not below another one. A missing limit holds always. */
function isAtLeast(value: unknown, limit: unknown): boolean {
  if (value === null || limit === null) return true
  if (typeof value === 'number' && typeof limit === 'number') return value >= limit
  return typeof value === 'string' && typeof limit === 'string' && value >= limit
}
