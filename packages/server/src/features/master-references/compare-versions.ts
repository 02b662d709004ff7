import { compareVersions } from '@sheetwright/contract/master-references/compare-versions.ts'
import { shownDifferences } from '@sheetwright/contract/master-references/engine-reference.ts'
import type { ReferenceColumn } from '@sheetwright/contract/master-references/master-reference.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireDocument, requireMasterVersion } from './master-reference.access.ts'
import { requireRange } from './read-rows.ts'
import { differingRows, type StoredCell } from './reference-table.store.ts'
import { wireValue } from './tables/stored-cells.ts'

export const compareVersionsHandler = handle(compareVersions, ({ caller, body, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireDocument(tx, body.documentId)
    const [from, to] = [
      await requireMasterVersion(tx, document, body.from),
      await requireMasterVersion(tx, document, body.to),
    ]
    const [before, after] = [requireRange(from, body.range), requireRange(to, body.range)]
    const { rows, count } = await differingRows(
      tx,
      { left: before.tableHash, right: after.tableHash },
      shownDifferences,
    )
    return {
      from: from.revision,
      to: to.revision,
      columns: after.columns,
      count,
      rows: rows.map(({ position, left, right }) => ({
        row: position,
        before: shown(left, before.columns),
        after: shown(right, after.columns),
      })),
    }
  }),
)

function shown(cells: readonly StoredCell[] | null, columns: readonly ReferenceColumn[]) {
  if (cells === null) return null
  return Object.fromEntries(columns.map((column, i) => [column.heading, wireValue(cells[i], column)]))
}
