import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entityName } from '../names.ts'
import { boardColumn, boardPosition } from './board-column.ts'

export const createStatus = defineCall({
  id: 'board.createStatus',
  method: 'POST',
  path: '/api/v1/productkanban/createstatus',
  summary: 'Add a column to the board: at the given position, else at the right.',
  caller: 'supervisor',
  body: json(z.strictObject({ name: entityName, position: boardPosition.optional() })),
  output: data(z.array(boardColumn)),
  errors: ['KANBAN_STATUS_ALREADY_EXISTS', 'KANBAN_STATUS_LIMIT_REACHED'],
})
