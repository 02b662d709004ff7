import type { ErrorCode } from '../error-codes.ts'

const onTheWayIn: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'INVALID_INPUT_ANONYMOUSUSER',
  MISSING_KEY_IN_BODY: 'INVALID_INPUT_ANONYMOUSUSER',
  INVALID_DATETIME: 'INVALID_INPUT_ANONYMOUSUSER',
  MISSING_PARAMETERS: 'INVALID_INPUT_ANONYMOUSUSER',
  USER_NOT_FOUND: 'USER_NOT_FOUND_ANONYMOUSLINK',
}

/** What a failure is called where visitors come in or a link is made; other codes keep their name. */
export function visitorFailure(code: ErrorCode, where: 'entering' | 'creating a link'): string {
  if (where === 'creating a link' && code === 'PERMISSION_DENIED') return 'PERMISSION_DENIED_ANONYMOUSLINK'
  return onTheWayIn[code] ?? code
}
