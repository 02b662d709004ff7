import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { boardColumn } from './board-column.ts'

export const deleteStatus = defineCall({
  id: 'board.deleteStatus',
  method: 'DELETE',
  path: '/api/v1/productkanban/deletestatus/{id}',
  summary:
    'Delete a column of the board. Its products go to the column on the left, those of the first one to the right.',
  caller: 'supervisor',
  params: z.strictObject({ id: z.uuid() }),
  output: data(z.array(boardColumn)),
  errors: ['KANBAN_STATUS_NOT_FOUND', 'LAST_KANBAN_STATUS'],
})
