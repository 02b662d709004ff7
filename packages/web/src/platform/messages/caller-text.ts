import type { MessageId } from './load-messages.ts'
import type { Text } from './use-text.ts'

const kinds = {
  user: 'Caller.user',
  key: 'Caller.key',
  visitor: 'Caller.visitor',
  anyone: 'Caller.anyone',
} as const satisfies Readonly<Record<string, MessageId>>

export type CallerKind = keyof typeof kinds

/** The name of a caller; marks API keys and visitors. */
export function callerText(text: Text, kind: CallerKind, name: string): string {
  return text(kinds[kind], { name })
}

export function isCallerKind(kind: string): kind is CallerKind {
  return Object.hasOwn(kinds, kind)
}
