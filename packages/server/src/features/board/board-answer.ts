import type { BoardColumn } from '@sheetwright/contract/board/board-column.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ProductReader } from '../products/product.access.ts'
import { countMatching } from '../products/product.store.ts'
import { isInColumn, readColumns, type StoredColumn } from './board.store.ts'

/** The columns as the contract shows them, each with the number of products that the reader sees in it. */
export async function boardAnswer(tx: TenantTransaction, reader: ProductReader): Promise<BoardColumn[]> {
  const answer: BoardColumn[] = []
  for (const [index, column] of (await readColumns(tx)).entries()) {
    const count = await countMatching(tx, reader, [isInColumn(column.id, index === 0)])
    answer.push({ ...column, position: index + 1, products: count })
  }
  return answer
}

/** The index of the column; throws if it does not exist. */
export function columnIndex(columns: readonly StoredColumn[], id: string): number {
  const index = columns.findIndex((column) => column.id === id)
  if (index < 0) throw new CallError('KANBAN_STATUS_NOT_FOUND', `The board has no column with the id ${id}`)
  return index
}
