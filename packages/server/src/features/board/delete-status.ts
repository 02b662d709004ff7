import { deleteStatus } from '@sheetwright/contract/board/delete-status.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { columnIndex } from './board-answer.ts'
import { mergeColumn, orderColumns, placeNewProducts } from './board.store.ts'
import { changeColumns } from './change-columns.ts'

export const deleteStatusHandler = handle(deleteStatus, (context) => {
  const { id } = context.params
  return changeColumns(context, {
    action: 'board.delete',
    name: id,
    change: async (tx, columns) => {
      const index = columnIndex(columns, id)
      const neighbour = columns[index === 0 ? 1 : index - 1]
      if (neighbour === undefined) throw new CallError('LAST_KANBAN_STATUS', 'A board keeps at least one column')
      if (index === 0) await placeNewProducts(tx, id)
      await mergeColumn(tx, id, neighbour.id)
      await orderColumns(
        tx,
        columns.flatMap((column) => (column.id === id ? [] : [column.id])),
      )
      return id
    },
  })
})
