import type { BoardColumn } from '@sheetwright/contract/board/board-column.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { readerOf } from '../products/product.access.ts'
import { boardAnswer } from './board-answer.ts'
import { columnNameIndex, lockBoard, readColumns, type StoredColumn } from './board.store.ts'

interface ColumnChange {
  readonly action: 'board.add' | 'board.update' | 'board.delete'
  /** The column's name, for the audit trail and for errors. */
  readonly name: string
  /** Changes the board and returns the id of the changed column. */
  readonly change: (tx: TenantTransaction, columns: readonly StoredColumn[]) => Promise<string>
}

/** Changes the columns one caller at a time, records it, notifies open pages, and answers with the board. */
export async function changeColumns(
  context: { readonly caller: UserIdentity; readonly services: Services; readonly correlationId: string },
  { action, name, change }: ColumnChange,
): Promise<BoardColumn[]> {
  const { caller, services, correlationId } = context
  try {
    return await services.db.inTenant(caller.tenantId, async (tx) => {
      await lockBoard(tx)
      const before = await readColumns(tx)
      const id = await change(tx, before)
      await services.events.publish(tx, { type: 'board.changed', id })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action,
        entityType: 'board',
        entityId: id,
        entityName: name,
        before: { columns: before.map((column) => column.name) },
        after: { columns: (await readColumns(tx)).map((column) => column.name) },
      })
      return boardAnswer(tx, readerOf(caller))
    })
  } catch (error) {
    if (!isUniqueViolation(error, columnNameIndex)) throw error
    throw new CallError('KANBAN_STATUS_ALREADY_EXISTS', `The board has a column "${name}" already`)
  }
}
