import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { Text } from '../../platform/messages/use-text.ts'
import type { CallSummary } from './queries.ts'

const kinds: Readonly<Record<CallSummary['callerKind'], MessageId>> = {
  user: 'Caller.user',
  key: 'Caller.key',
  visitor: 'Caller.visitor',
  anyone: 'Caller.anyone',
}

/** The caller's name; marks API keys and visitors. */
export function callerName(text: Text, { caller, callerKind }: CallSummary): string {
  return text(kinds[callerKind], { name: caller })
}
