import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { type MappingCell, mappingSheets } from './mapping-columns.ts'
import { mappingSheetFile, type MappingSheetRequest } from './mapping-sheet-request.ts'

const mostRows = 20_000

/** Runs in a child process: the workbook is untrusted. */
serveParent<MappingSheetRequest>(async ({ folder }) => {
  const { workbook } = await readWorkbook(await readFile(path.join(folder, mappingSheetFile)))
  if (workbook === null) return null
  const names = new Set(Object.keys(mappingSheets))
  return Object.fromEntries(
    workbook.sheets.flatMap(({ name, kind, used, cells }) => {
      if (kind !== 'worksheet' || used === null || used === undefined || !names.has(name)) return []
      const rows = Math.min(used.bottom + 1, mostRows)
      const columns = Math.min(used.right + 1, 20)
      return [
        [
          name,
          Array.from({ length: rows }, (_, row) =>
            Array.from({ length: columns }, (__, column): MappingCell => {
              const cell = cells.get(row, column)
              const value: unknown = cell === undefined ? null : cell.kind === 'constant' ? cell.value : cell.saved
              return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
            }),
          ),
        ],
      ]
    }),
  )
})
