import type { keyScope } from '@sheetwright/contract/api-keys/api-key.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

export type Scope = (typeof keyScope.options)[number]

export const scopeNames: Readonly<Record<Scope, { readonly name: MessageId; readonly text: MessageId }>> = {
  execute: { name: 'KeyScope.execute', text: 'KeyScope.execute.text' },
  author: { name: 'KeyScope.author', text: 'KeyScope.author.text' },
  logs: { name: 'KeyScope.logs', text: 'KeyScope.logs.text' },
}
