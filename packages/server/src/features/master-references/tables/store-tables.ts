import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rangeName } from '@sheetwright/compiler/model.ts'
import { type ReferenceTable, rowsOfTable } from '@sheetwright/compiler/tables.ts'
import type { OpenedTables } from './open-tables.ts'
import { type StoredCell, storedCell } from './stored-cells.ts'
import { type ReadTable, rowsInLine } from './table-request.ts'

/** Writes every table into its own file in the folder, and describes their content. */
export async function storeTables(folder: string, opened: OpenedTables): Promise<ReadTable[]> {
  const stored: ReadTable[] = []
  for (const [index, table] of opened.tables.entries()) {
    stored.push(await storeTable(folder, `table-${index}`, opened, table))
  }
  return stored
}

async function storeTable(
  folder: string,
  file: string,
  { workbook }: OpenedTables,
  table: ReferenceTable,
): Promise<ReadTable> {
  const hash = createHash('sha256').update(`${table.columns.length}\n`)
  let blankCells = 0
  function* lines(): Generator<string> {
    let line: StoredCell[][] = []
    for (const row of rowsOfTable(workbook, table)) {
      const cells = row.map((value, i) => storedCell(value, columnAt(table, i), workbook.date1904))
      const blanks = cells.filter((cell) => cell === null).length
      if (blanks < cells.length) blankCells += blanks
      hash.update(JSON.stringify(cells)).update('\n')
      line.push(cells)
      if (line.length < rowsInLine) continue
      yield `${JSON.stringify(line)}\n`
      line = []
    }
    if (line.length > 0) yield `${JSON.stringify(line)}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(path.join(folder, file)))
  return {
    name: table.name,
    comment: table.comment ?? null,
    cell: `${workbook.sheets[table.sheet]?.name ?? ''}!${rangeName(table.range)}`,
    columns: table.columns.map(({ heading, type, numberFormat }) => ({ heading, type, numberFormat })),
    rowCount: table.rowCount,
    blankCells,
    hasFormulas: table.firstFormula !== undefined,
    hash: hash.digest('hex'),
    file,
  }
}

function columnAt({ columns }: ReferenceTable, index: number) {
  const column = columns[index]
  if (column === undefined) throw new Error('A row is wider than its table')
  return column
}
