import { updateProductStatus } from '@sheetwright/contract/board/update-product-status.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { columnIndex } from './board-answer.ts'
import { lockBoard, placeCard, placeNewProducts, readColumns } from './board.store.ts'

export const updateProductStatusHandler = handle(
  updateProductStatus,
  ({ caller, body, services: { db, events }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { productId, statusId, beforeProductId } = body
      const product = await findProduct(tx, readerOf(caller), productId)
      if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${productId}"`)
      assertMay('edit', product)
      await lockBoard(tx)
      const columns = await readColumns(tx)
      const target = columns[columnIndex(columns, statusId)]
      const from = columns.find(({ id }) => id === product.kanbanStatus) ?? columns[0]
      // Cards hold the order, so every product of the column gets one before this one is placed.
      if (columns[0]?.id === statusId) await placeNewProducts(tx, statusId)
      await placeCard(tx, { productId, columnId: statusId, before: beforeProductId ?? null })
      await events.publish(tx, { type: 'board.changed', id: statusId })
      if (from?.id !== statusId) {
        await recordAudit(tx, actorOf(caller, correlationId), {
          action: 'board.move',
          entityType: 'product',
          entityId: productId,
          entityName: product.name,
          before: { column: from?.name },
          after: { column: target?.name },
        })
      }
      return { productId, statusId }
    }),
)
