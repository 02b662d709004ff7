import { updateStatus } from '@sheetwright/contract/board/update-status.ts'
import { handle } from '../../platform/http/handle.ts'
import { columnIndex } from './board-answer.ts'
import { orderColumns, placeNewProducts, renameColumn } from './board.store.ts'
import { changeColumns } from './change-columns.ts'

export const updateStatusHandler = handle(updateStatus, (context) => {
  const { id, name, position } = context.body
  return changeColumns(context, {
    action: 'board.update',
    name: name ?? id,
    change: async (tx, columns) => {
      const index = columnIndex(columns, id)
      if (name !== undefined) await renameColumn(tx, id, name)
      if (position !== undefined && position !== index + 1) {
        const order = columns.map((column) => column.id)
        order.splice(index, 1)
        order.splice(position - 1, 0, id)
        // Products stay in the column where people saw them, also when another column becomes the first.
        if (columns[0] !== undefined && order[0] !== columns[0].id) await placeNewProducts(tx, columns[0].id)
        await orderColumns(tx, order)
      }
      return id
    },
  })
})
