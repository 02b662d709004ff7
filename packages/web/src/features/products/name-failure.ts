import { ApiError } from '@sheetwright/contract/api-error.ts'
import { errorText } from '../../platform/messages/error-text.ts'
import type { Text } from '../../platform/messages/use-text.ts'

const aboutName: ReadonlySet<string> = new Set(['PRODUCT_ALREADY_EXISTS', 'INVALID_PRODUCT_NAME'])

/** The text for the name field, if a failure is about the name. */
export function nameFailure(text: Text, error: unknown): string | undefined {
  return error instanceof ApiError && aboutName.has(error.code) ? errorText(text, error) : undefined
}
