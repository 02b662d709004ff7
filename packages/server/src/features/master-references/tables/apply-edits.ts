import type { RowValue } from '@sheetwright/contract/master-references/reference-rows.ts'
import type { RowEdits } from '@sheetwright/contract/master-references/write-range.ts'
import { fromJson } from '@sheetwright/runtime/engine/json-values.ts'
import type { BlockColumn } from '@sheetwright/runtime/engine/ports.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'

interface WrongField {
  readonly field: string
  readonly message: string
  readonly allowed?: string
}

export type AppliedEdits =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly Scalar[])[] }
  | { readonly kind: 'wrong'; readonly errors: readonly WrongField[] }

/** How texts are read as numbers and dates, as in rows that are uploaded. */
const setting = { locale: 'en-US', now: 0 } as const

/** The most problems in one answer. */
const shownProblems = 50

type Address = Pick<RowEdits['update'][number], 'key' | 'row'>

/** The rows of a table after the edits, each value converted to its column's type. */
export function applyEdits(
  rows: readonly (readonly Scalar[])[],
  columns: readonly BlockColumn[],
  edits: RowEdits,
  date1904: boolean,
): AppliedEdits {
  const errors: WrongField[] = []
  const finder = new RowFinder(rows, (values, field) => cellsOf(values, field))

  function cellsOf(values: Readonly<Record<string, RowValue>>, field: string): Map<number, Scalar> {
    const cells = new Map<number, Scalar>()
    for (const [heading, value] of Object.entries(values)) {
      const index = columns.findIndex((column) => column.heading.toLowerCase() === heading.trim().toLowerCase())
      const column = columns[index]
      if (column === undefined) {
        const allowed = columns.map((one) => one.heading).join(', ')
        errors.push({ field: `${field}.${heading}`, message: 'is no column of the range', allowed })
        continue
      }
      const converted = fromJson(value, column.type, column.numberFormat, { ...setting, date1904 })
      if (converted.ok) cells.set(index, converted.value)
      else
        errors.push({
          field: `${field}.${heading}`,
          message: `must be ${converted.allowed}`,
          allowed: converted.allowed,
        })
    }
    return cells
  }

  const found = (address: Address, field: string): number | undefined => {
    const result = finder.find(address, field)
    if (typeof result === 'number') return result
    errors.push(result)
    return undefined
  }

  const updated = new Map<number, Map<number, Scalar>>()
  edits.update.forEach(({ values, ...address }, i) => {
    const row = found(address, `body.update.${i}`)
    const cells = cellsOf(values, `body.update.${i}.values`)
    if (row !== undefined) updated.set(row, new Map([...(updated.get(row) ?? []), ...cells]))
  })
  const deleted = new Set<number>()
  edits.delete.forEach((address, i) => {
    const row = found(address, `body.delete.${i}`)
    if (row === undefined) return
    if (updated.has(row)) errors.push({ field: `body.delete.${i}`, message: 'is a row that is updated too' })
    deleted.add(row)
  })
  const inserted = new Map<number, Scalar[][]>()
  edits.insert.forEach(({ values, before }, i) => {
    if (before !== undefined && before > rows.length + 1) {
      errors.push({ field: `body.insert.${i}.before`, message: 'is after the end', allowed: `1 to ${rows.length + 1}` })
    }
    const cells = cellsOf(values, `body.insert.${i}.values`)
    const at = before === undefined ? rows.length : before - 1
    const list = inserted.get(at) ?? []
    inserted.set(at, list)
    list.push(columns.map((_, index) => cells.get(index) ?? null))
  })
  if (errors.length > 0) return { kind: 'wrong', errors: errors.slice(0, shownProblems) }

  const result: (readonly Scalar[])[] = []
  for (let index = 0; index <= rows.length; index++) {
    result.push(...(inserted.get(index) ?? []))
    const row = rows[index]
    if (row === undefined || deleted.has(index)) continue
    const changes = updated.get(index)
    result.push(changes ? row.map((value, col) => (changes.has(col) ? (changes.get(col) ?? null) : value)) : row)
  }
  return { kind: 'rows', rows: result }
}

type Cells = (values: Readonly<Record<string, RowValue>>, field: string) => Map<number, Scalar>

/** Finds rows by number or by the values of some columns; indexes each set of columns once. */
class RowFinder {
  private readonly rows: readonly (readonly Scalar[])[]
  private readonly cellsOf: Cells
  private readonly indexes = new Map<string, Map<string, number[]>>()

  constructor(rows: readonly (readonly Scalar[])[], cellsOf: Cells) {
    this.rows = rows
    this.cellsOf = cellsOf
  }

  find({ key, row }: Address, field: string): number | WrongField {
    if (row !== undefined && key === undefined) {
      if (row <= this.rows.length) return row - 1
      return { field: `${field}.row`, message: 'is after the last row', allowed: `1 to ${this.rows.length}` }
    }
    if (key === undefined || row !== undefined || Object.keys(key).length === 0) {
      return { field, message: 'needs either a key or the number of a row' }
    }
    const cells = [...this.cellsOf(key, `${field}.key`)].toSorted(([a], [b]) => a - b)
    const matches = this.index(cells.map(([col]) => col)).get(textOf(cells.map(([, value]) => value))) ?? []
    const [first, second] = matches
    if (first === undefined) return { field: `${field}.key`, message: 'is the key of no row' }
    if (second === undefined) return first
    const numbers = matches.slice(0, 3).map((index) => index + 1)
    return { field: `${field}.key`, message: `is the key of more than one row: ${numbers.join(', ')}` }
  }

  private index(cols: readonly number[]): ReadonlyMap<string, readonly number[]> {
    const name = cols.join()
    const present = this.indexes.get(name)
    if (present) return present
    const index = new Map<string, number[]>()
    this.rows.forEach((row, i) => {
      const text = textOf(cols.map((col) => row[col] ?? null))
      const list = index.get(text)
      if (list) list.push(i)
      else index.set(text, [i])
    })
    this.indexes.set(name, index)
    return index
  }
}

/** Text is compared ignoring case, as Excel does. */
function textOf(values: readonly Scalar[]): string {
  return JSON.stringify(
    values.map((value) => {
      if (value instanceof ExcelError) return { error: value.code }
      return typeof value === 'string' ? value.toLowerCase() : value
    }),
  )
}
