import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** Limits have their own alert; every other rule violation is a missing permission. */
const limitAlerts: Readonly<Record<string, MessageId>> = {
  'rule.Product.NoOfProducts': 'Error.noOfProductExceeded',
  'rule.ProductEngine.NoOfEngine': 'Error.noOfEnginesExceeded',
}

/** Whether the user's groups forbid what was tried. */
export function isRuleFailure(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'RULE_VALIDATION_FAILED'
}

/** The text of the global alert. */
export function ruleAlert(error: ApiError): MessageId {
  return (
    error.fieldErrors.map(({ field }) => limitAlerts[field]).find((id) => id !== undefined) ?? 'Error.permissionError'
  )
}
