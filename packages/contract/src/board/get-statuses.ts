import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { boardColumn } from './board-column.ts'

export const getStatuses = defineCall({
  id: 'board.getStatuses',
  method: 'GET',
  path: '/api/v1/productkanban/GetStatuses',
  summary: 'Get the columns of the board, from left to right.',
  caller: 'user',
  output: data(z.array(boardColumn)),
  errors: [],
})
