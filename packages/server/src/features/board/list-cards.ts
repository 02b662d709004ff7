import { listCards } from '@sheetwright/contract/board/list-cards.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { listProducts } from '../products/product.store.ts'
import { columnIndex } from './board-answer.ts'
import { boardOrder, isInColumn, readColumns } from './board.store.ts'

export const listCardsHandler = handle(listCards, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { statusId, page, pageSize } = body
    const index = columnIndex(await readColumns(tx), statusId)
    const filters = [isInColumn(statusId, index === 0)]
    return listProducts(tx, readerOf(caller), { page, pageSize, sort: 'board', order: boardOrder, filters })
  }),
)
