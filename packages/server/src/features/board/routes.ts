import type { Handler } from '../../platform/http/handle.ts'
import { createStatusHandler } from './create-status.ts'
import { deleteStatusHandler } from './delete-status.ts'
import { getStatusesHandler } from './get-statuses.ts'
import { listCardsHandler } from './list-cards.ts'
import { updateProductStatusHandler } from './update-product-status.ts'
import { updateStatusHandler } from './update-status.ts'

export const boardRoutes: readonly Handler[] = [
  getStatusesHandler,
  createStatusHandler,
  updateStatusHandler,
  deleteStatusHandler,
  listCardsHandler,
  updateProductStatusHandler,
]
