import type { ErrorCode } from '../error-codes.ts'

/** Error names of some failures when visitors sign in or a link is created. */
export type VisitorFailure =
  | 'INVALID_INPUT_ANONYMOUSUSER'
  | 'USER_NOT_FOUND_ANONYMOUSLINK'
  | 'PERMISSION_DENIED_ANONYMOUSLINK'

const onTheWayIn: Partial<Record<ErrorCode, VisitorFailure>> = {
  INVALID_INPUT: 'INVALID_INPUT_ANONYMOUSUSER',
  MISSING_KEY_IN_BODY: 'INVALID_INPUT_ANONYMOUSUSER',
  INVALID_DATETIME: 'INVALID_INPUT_ANONYMOUSUSER',
  MISSING_PARAMETERS: 'INVALID_INPUT_ANONYMOUSUSER',
  USER_NOT_FOUND: 'USER_NOT_FOUND_ANONYMOUSLINK',
}

/** The name of a failure there; undefined if it keeps its name. */
export function visitorFailure(code: string, where: 'entering' | 'creating a link'): VisitorFailure | undefined {
  if (where === 'creating a link' && code === 'PERMISSION_DENIED') return 'PERMISSION_DENIED_ANONYMOUSLINK'
  return onTheWayIn[code as ErrorCode]
}
