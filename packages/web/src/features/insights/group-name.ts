import type { Dimension } from '@sheetwright/contract/insights/usage.ts'
import { callerText, isCallerKind } from '../../platform/messages/caller-text.ts'
import type { Text } from '../../platform/messages/use-text.ts'

/** The name of a group of calls. The key of a caller starts with its kind. */
export function groupName(text: Text, by: Dimension, { key, name }: { key: string; name: string }): string {
  const [kind = ''] = key.split(' ', 1)
  if (by === 'caller' && isCallerKind(kind)) return callerText(text, kind, name)
  return name === '' ? text('Insights.none') : name
}
