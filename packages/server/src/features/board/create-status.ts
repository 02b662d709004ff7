import { mostColumns } from '@sheetwright/contract/board/board-column.ts'
import { createStatus } from '@sheetwright/contract/board/create-status.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertColumn, orderColumns, placeNewProducts } from './board.store.ts'
import { changeColumns } from './change-columns.ts'

export const createStatusHandler = handle(createStatus, (context) => {
  const { name, position } = context.body
  return changeColumns(context, {
    action: 'board.add',
    name,
    change: async (tx, columns) => {
      if (columns.length >= mostColumns) {
        throw new CallError('KANBAN_STATUS_LIMIT_REACHED', `The board has ${mostColumns} columns, which is the most`)
      }
      if (position === 1 && columns[0] !== undefined) await placeNewProducts(tx, columns[0].id)
      const { id } = await insertColumn(tx, name)
      const order = columns.map((column) => column.id)
      order.splice((position ?? columns.length + 1) - 1, 0, id)
      await orderColumns(tx, order)
      return id
    },
  })
})
