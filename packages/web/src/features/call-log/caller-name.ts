import { callerText } from '../../platform/messages/caller-text.ts'
import type { Text } from '../../platform/messages/use-text.ts'
import type { CallSummary } from './queries.ts'

export function callerName(text: Text, { caller, callerKind }: CallSummary): string {
  return callerText(text, callerKind, caller)
}
