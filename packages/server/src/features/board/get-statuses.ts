import { getStatuses } from '@sheetwright/contract/board/get-statuses.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { boardAnswer } from './board-answer.ts'

export const getStatusesHandler = handle(getStatuses, ({ caller, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => boardAnswer(tx, readerOf(caller))),
)
