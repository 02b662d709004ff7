import type { BoardColumn, BuiltInColumn } from '@sheetwright/contract/board/board-column.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { Text } from '../../platform/messages/use-text.ts'

const builtInNames: Readonly<Record<BuiltInColumn, MessageId>> = {
  ideas: 'Board.column.ideas',
  design: 'Board.column.design',
  review: 'Board.column.review',
  launched: 'Board.column.launched',
}

/** The columns of a new board have a name in every language. */
export function columnName(text: Text, { name, builtIn }: Pick<BoardColumn, 'name' | 'builtIn'>): string {
  return builtIn === null ? name : text(builtInNames[builtIn])
}
