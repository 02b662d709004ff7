import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entityName } from '../names.ts'
import { boardColumn, boardPosition } from './board-column.ts'

export const updateStatus = defineCall({
  id: 'board.updateStatus',
  method: 'POST',
  path: '/api/v1/productkanban/updatestatus',
  summary: 'Rename a column of the board or move it to another position.',
  caller: 'supervisor',
  body: json(z.strictObject({ id: z.uuid(), name: entityName.optional(), position: boardPosition.optional() })),
  output: data(z.array(boardColumn)),
  errors: ['KANBAN_STATUS_NOT_FOUND', 'KANBAN_STATUS_ALREADY_EXISTS'],
})
