import { CallError } from '../../platform/http/call-error.ts'
import type { TaskStopped } from '../../platform/sandbox/thread-pool.ts'

/** The error for a caller whose calculation was stopped. */
export function stoppedCall({ reason, message }: TaskStopped): Error {
  switch (reason) {
    case 'time':
    case 'memory':
      return new CallError('CALCULATION_LIMIT_EXCEEDED', message)
    case 'busy':
    case 'closing':
      return new CallError('SERVICE_UNAVAILABLE', message, undefined, 5)
    case 'crash':
      return new Error(message)
    default:
      return reason satisfies never
  }
}
