import type { MessageId } from '../../platform/messages/load-messages.ts'

/** Shortcuts of the pages. The list that `?` opens is made from these. */
export const shortcuts: readonly { readonly keys: readonly string[]; readonly does: MessageId }[] = [
  { keys: ['mod', 'K'], does: 'Keys.search' },
  { keys: ['?'], does: 'Keys.list' },
  { keys: ['/'], does: 'Keys.filter' },
  { keys: ['N'], does: 'Keys.newProduct' },
  { keys: ['G'], does: 'Keys.view' },
  { keys: ['↑', '↓'], does: 'Keys.rows' },
  { keys: ['Enter'], does: 'Keys.open' },
  { keys: ['←', '→'], does: 'Keys.resize' },
  { keys: ['Esc'], does: 'Keys.close' },
]
