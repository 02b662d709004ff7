import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type VisitorFailure, visitorFailure } from '@sheetwright/contract/visitors/visitor-failures.ts'
import { errorText } from '../../platform/messages/error-text.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { Text } from '../../platform/messages/use-text.ts'

const messages: Readonly<Record<VisitorFailure, MessageId>> = {
  INVALID_INPUT_ANONYMOUSUSER: 'Error.INVALID_INPUT_ANONYMOUSUSER',
  USER_NOT_FOUND_ANONYMOUSLINK: 'Error.USER_NOT_FOUND_ANONYMOUSLINK',
  PERMISSION_DENIED_ANONYMOUSLINK: 'Error.PERMISSION_DENIED_ANONYMOUSLINK',
}

/** The domains of addresses that a link lets in, if the address is of another one. */
export function admittedDomains(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.fieldErrors.find(({ field }) => field === 'body.email')?.allowed
}

/** The error texts for visitors and links; some failures have their own text here. */
export function visitorFailureText(text: Text, error: Error, where: 'entering' | 'creating a link'): string {
  if (!(error instanceof ApiError)) return errorText(text, error)
  if (where === 'entering' && error.code === 'NOT_FOUND') return text('Visitor.linkEnded')
  const name = visitorFailure(error.code, where)
  return name === undefined ? errorText(text, error) : text(messages[name])
}
