import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { rangeName, type Workbook } from '@sheetwright/compiler/model.ts'
import { findTables, type ReferenceTable, rowsOfTable, tablesOfExcel } from '@sheetwright/compiler/tables.ts'
import { type DescribedTable, longestKeyText, longestName, type SqlColumn } from '@sheetwright/contract/dml/dml.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { ValueType } from '@sheetwright/runtime/engine/ports.ts'
import type { DmlRefusal } from './dml-request.ts'
import { FarRows } from '../../platform/workbook/far-rows.ts'
import type { SourceCell } from './sql/convert-value.ts'
import { withoutLastSpaces } from './sql/dialect.ts'
import { ColumnTypeFinder } from './sql/infer-column.ts'

export interface SourceTable {
  readonly source: string
  readonly kind: 'reference' | 'table'
  readonly cell: string
  readonly headings: readonly string[]
  readonly rows: () => Generator<SourceCell[]>
  readonly propose: () => DescribedTable
}

/** Rows of each sheet kept in memory; rows below are read from files. */
const keptRows = 20_000

/**
 * The tables of a workbook: those declared as `Xref_`, then the other Excel tables. Rows of long tables are in the
 * folder, so it must exist while they are read.
 */
export async function sourceTables(
  bytes: Uint8Array,
  folder: string,
  kept = keptRows,
): Promise<readonly SourceTable[] | DmlRefusal> {
  const far = new FarRows(folder, kept)
  const { workbook, diagnostics } = await readWorkbook(bytes, { far })
  const isUsable = far.end()
  if (workbook === null) return refusalOf(diagnostics)
  if (isUsable) {
    const { tables } = findTables(workbook)
    if (headingsAreKept(workbook, tables, kept)) return sourcesOf(workbook, tables, far)
  }
  // If headings are far down or rows unordered, the whole workbook is read into memory.
  const whole = await readWorkbook(bytes)
  if (whole.workbook === null) return refusalOf(whole.diagnostics)
  return sourcesOf(whole.workbook, findTables(whole.workbook).tables, undefined)
}

function refusalOf(diagnostics: Awaited<ReturnType<typeof readWorkbook>>['diagnostics']): DmlRefusal {
  const faults = diagnostics.filter(({ severity }) => severity === 'error')
  return {
    kind: 'refused',
    code: 'CORRUPT_EXCEL_FILE_FOR_TYPE1',
    message: faults.map(({ message }) => message).join(' ') || 'The file cannot be read as a workbook.',
    errors: faults.map(({ code, message, sheet }) => ({ field: sheet ?? code, message })),
  }
}

/** Whether each table starts in the rows in memory: its names and types are read there. */
function headingsAreKept(workbook: Workbook, tables: readonly ReferenceTable[], kept: number): boolean {
  const declared = workbook.names.filter(({ name }) => name.toLowerCase().startsWith('xref_'))
  return (
    tables.length === declared.length &&
    tables.every(({ range }) => range.top < kept) &&
    workbook.tables.every(({ range, headerRows }) => range.top + headerRows <= kept)
  )
}

function sourcesOf(
  workbook: Workbook,
  declared: readonly ReferenceTable[],
  far: FarRows | undefined,
): readonly SourceTable[] {
  const places = new Set(declared.map(placeOf))
  const others = tablesOfExcel(workbook).filter((table) => !places.has(placeOf(table)))
  return [
    ...declared.map((table) => asSource(workbook, far, `Xref_${table.name}`, 'reference', table)),
    ...others.map((table) => asSource(workbook, far, table.name, 'table', table)),
  ]
}

const placeOf = ({ sheet, range }: ReferenceTable) => `${sheet}!${range.left},${range.top}`

function asSource(
  workbook: Workbook,
  far: FarRows | undefined,
  source: string,
  kind: SourceTable['kind'],
  table: ReferenceTable,
): SourceTable {
  function* rows(): Generator<SourceCell[]> {
    for (const row of savedRows(workbook, far, table)) {
      const cells = row.map((value, i) => {
        const column = table.columns[i]
        return column === undefined ? null : sourceCell(value, column.type, workbook.date1904)
      })
      if (cells.some((cell) => cell !== null)) yield cells
    }
  }
  const shown = { ...table.range, top: Math.max(0, table.range.top) }
  const cell = `${workbook.sheets[table.sheet]?.name ?? ''}!${rangeName(shown)}`
  const headings = table.columns.map(({ heading }) => heading)
  const propose = () => proposal({ source, kind, cell, name: table.name }, table, rows)
  return { source, kind, cell, headings, rows, propose }
}

/** The rows of a table from top to bottom: first those in memory, then those in files. */
function* savedRows(workbook: Workbook, far: FarRows | undefined, table: ReferenceTable): Generator<Scalar[]> {
  if (far === undefined) {
    yield* rowsOfTable(workbook, table)
    return
  }
  const { sheet, range } = table
  const rowCount = Math.min(table.rowCount, far.keptRows - 1 - range.top)
  yield* rowsOfTable(workbook, { ...table, rowCount })
  if (range.bottom < far.keptRows) return
  for (const { row, values } of far.rows(workbook.sheets[sheet]?.name ?? '', range.left, range.right)) {
    if (row > range.bottom) return
    yield values
  }
}

/** Proposes names, types and a key that fit the data. */
function proposal(
  { source, kind, cell, name }: { source: string; kind: SourceTable['kind']; cell: string; name: string },
  { columns }: ReferenceTable,
  rows: () => Generator<SourceCell[]>,
): DescribedTable {
  const finders = columns.map(({ type }) => new ColumnTypeFinder(type))
  let rowCount = 0
  for (const row of rows()) {
    rowCount++
    for (const [i, value] of row.entries()) finders[i]?.add(value)
  }
  const taken = new Set<string>()
  const proposed = columns.map(({ heading }, i): SqlColumn => {
    const type = finders[i]?.type() ?? { type: 'text', length: null, precision: null, scale: null, nullable: true }
    return { heading, name: freeName(heading, i, taken), ...type }
  })
  const key = uniqueColumns(proposed, rows, rowCount)
  return {
    source,
    kind,
    cell,
    rowCount,
    name: name.slice(0, longestName),
    columns: proposed,
    key: (key ?? []).map((place) => proposed[place]?.name ?? ''),
    hasKey: key !== undefined,
  }
}

function freeName(heading: string, place: number, taken: Set<string>): string {
  const plain =
    heading
      .replaceAll(/[\r\n\t]/g, ' ')
      .trim()
      .slice(0, longestName) || `column_${place + 1}`
  let name = plain
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${plain.slice(0, longestName - 5)}_${i}`
  taken.add(name.toLowerCase())
  return name
}

/** The first column, or the fewest leading columns, whose values are unique. */
function uniqueColumns(
  columns: readonly SqlColumn[],
  rows: () => Generator<SourceCell[]>,
  rowCount: number,
): number[] | undefined {
  const usable = columns
    .map((column, place) => ({ column, place }))
    .filter(
      ({ column: { type, nullable, length } }) =>
        !nullable && type !== 'float' && (type !== 'text' || (length !== null && length <= longestKeyText)),
    )
    .map(({ place }) => place)
  // An amount that happens to differ in every row is no key.
  const single = usable.filter((place) => columns[place]?.type !== 'decimal').map((place) => [place])
  const first = usable.map((_, i) => usable.slice(0, i + 1)).filter(({ length }) => length > 1 && length <= 6)
  const candidates = [...single, ...first]
  return candidates.find((places) => isUnique(places, rows, rowCount))
}

/** Keys held in memory at once; a longer table is read once for each this many rows. */
const keysAtOnce = 100_000

function isUnique(places: readonly number[], rows: () => Generator<SourceCell[]>, rowCount: number): boolean {
  const passes = Math.max(1, Math.ceil(rowCount / keysAtOnce))
  for (let pass = 0; pass < passes; pass++) {
    if (!isUniqueInPass(places, rows, { pass, passes })) return false
  }
  return true
}

function isUniqueInPass(
  places: readonly number[],
  rows: () => Generator<SourceCell[]>,
  { pass, passes }: { readonly pass: number; readonly passes: number },
): boolean {
  const seen = new Set<string>()
  for (const row of rows()) {
    // Databases may treat texts as equal that differ in case or trailing spaces.
    const key = JSON.stringify(
      places.map((place) => {
        const cell = row[place] ?? null
        return typeof cell === 'string' ? withoutLastSpaces(cell).toLowerCase() : cell
      }),
    )
    if (passes > 1 && hashOf(key) % passes !== pass) continue
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/** FNV-1a: distributes keys over the passes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Days between the two date systems: dates are passed on as serial numbers of the 1900 system. */
const daysTo1904 = 1462

function sourceCell(value: Scalar, type: ValueType, date1904: boolean): SourceCell {
  if (value instanceof ExcelError) return { error: value.code }
  const isMoment = type === 'date' || type === 'datetime'
  return typeof value === 'number' && date1904 && isMoment ? value + daysTo1904 : value
}
