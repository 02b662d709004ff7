import { extentOf } from '../../cells.ts'
import { toText } from '../../coerce.ts'
import { compileCriterion, type Matcher } from '../../criteria.ts'
import { sameText } from '../../compare.ts'
import { wholeNumber } from '../../numeric/whole-number.ts'
import {
  ExcelError,
  errors,
  type Grid,
  isCatchable,
  isUncomputable,
  type Reference,
  type Scalar,
} from '../../values.ts'
import type { CallContext, LabelledCells } from '../definition.ts'

/** One condition of a criteria range, tested on a record by its row in the database. */
type Condition = (row: number) => boolean | ExcelError

/** The rows of a database that meet a criteria range, and the requested column. */
export interface Records {
  readonly grid: Grid
  readonly rows: readonly number[]
  /** Undefined if no field was given (DCOUNT and DCOUNTA then count records). */
  readonly field: number | undefined
}

export function selectRecords(
  context: CallContext,
  database: Reference,
  field: Scalar | undefined,
  criteria: Reference,
): Records | ExcelError {
  if (database.areas.length !== 1 || criteria.areas.length !== 1) return errors.value
  const grid = database.grid(0)
  if (grid.rows < 2 || criteria.grid(0).rows < 2) return errors.value
  const unknown = unknownHeading(grid) ?? unknownHeading(criteria.grid(0))
  if (unknown) return unknown
  const column = fieldColumn(context, grid, field)
  if (column instanceof ExcelError) return column
  const alternatives = readCriteria(context, database, criteria)
  if (alternatives instanceof ExcelError) return alternatives
  const rows: number[] = []
  // Blank records have no values, but count where no field is asked for.
  const end = column === undefined ? extentOf(grid).rows : grid.usedRows
  context.charge(end * Math.max(1, alternatives.length))
  for (let row = 1; row < end; row++) {
    const met = meetsAny(row, alternatives)
    if (met instanceof ExcelError) return met
    if (met) rows.push(row)
  }
  // Below the used part of whole columns all records are alike.
  if (column === undefined && end < grid.rows && meetsAny(end, alternatives) === true) {
    context.charge(grid.rows - end)
    for (let row = end; row < grid.rows; row++) rows.push(row)
  }
  return { grid, rows, field: column }
}

/** An uncomputable heading may be the requested one. */
function unknownHeading(grid: Grid): ExcelError | undefined {
  for (let col = 0; col < grid.usedCols; col++) {
    const heading = grid.at(0, col)
    if (isUncomputable(heading)) return heading
  }
  return undefined
}

/** A field is named by its heading or counted from 1; a blank means no field. */
function fieldColumn(context: CallContext, grid: Grid, field: Scalar | undefined): number | undefined | ExcelError {
  if (field === undefined || field === null) return undefined
  if (field instanceof ExcelError) return field
  if (typeof field === 'string') return headingColumn(context, grid, field) ?? errors.value
  const index = wholeNumber(Number(field))
  return index >= 1 && index <= grid.cols ? index - 1 : errors.value
}

function headingColumn(context: CallContext, grid: Grid, wanted: string): number | undefined {
  for (let col = 0; col < grid.cols; col++) {
    const heading = toText(grid.at(0, col), context)
    if (!(heading instanceof ExcelError) && sameText(heading, wanted)) return col
  }
  return undefined
}

/**
 * Rows of a criteria range are alternatives; the cells of a row must all hold. A row without conditions admits every
 * record.
 */
function readCriteria(context: CallContext, records: Reference, reference: Reference): Condition[][] | ExcelError {
  const database = records.grid(0)
  const criteria = reference.grid(0)
  const labels = columnLabels(context, records)
  const columns = Array.from({ length: criteria.cols }, (_, col) => {
    const heading = toText(criteria.at(0, col), context)
    return heading instanceof ExcelError || heading === '' ? undefined : headingColumn(context, database, heading)
  })
  const alternatives: Condition[][] = []
  for (let row = 1; row < criteria.rows; row++) {
    const conditions: Condition[] = []
    for (const [col, column] of columns.entries()) {
      const criterion = criteria.at(row, col)
      if (criterion === null) continue
      if (criterion instanceof ExcelError && !isCatchable(criterion)) return criterion
      if (column === undefined) conditions.push(computedCondition(context, reference, row, col, criterion, labels))
      else conditions.push(columnCondition(database, column, compileDatabaseCriterion(context, criterion)))
    }
    alternatives.push(conditions)
  }
  return alternatives
}

function columnCondition(database: Grid, col: number, matches: Matcher): Condition {
  return (row) => {
    const cell = database.at(row, col)
    return cell instanceof ExcelError && !isCatchable(cell) ? cell : matches(cell)
  }
}

/**
 * Under a heading that the database lacks, a cell holds a boolean for all records, or a formula about the first record.
 * The formula is computed again for each record: its relative references and the headings it names move down with the
 * records.
 */
function computedCondition(
  context: CallContext,
  reference: Reference,
  row: number,
  col: number,
  criterion: Scalar,
  labels: LabelledCells,
): Condition {
  const area = reference.areas[0]
  const formula = area && context.workbook.formulaText(area.sheet, area.top + row, area.left + col)
  if (!area || formula === undefined) return () => holds(criterion)
  return (record) =>
    holds(
      context.workbook.valueFurtherDown(area.sheet, area.top + row, area.left + col, record - 1, labels) ?? criterion,
    )
}

/** In such a formula a heading means the field of the record, although Excel shows #NAME? for it in its own cell. */
function columnLabels(context: CallContext, records: Reference): LabelledCells {
  const [area] = records.areas
  const grid = records.grid(0)
  const labels = new Map<string, { sheet: number; row: number; col: number }>()
  if (!area) return labels
  for (let col = 0; col < grid.usedCols; col++) {
    const heading = toText(grid.at(0, col), context)
    if (heading instanceof ExcelError || heading === '' || labels.has(heading.toLowerCase())) continue
    labels.set(heading.toLowerCase(), { sheet: area.sheet, row: area.top + 1, col: area.left + col })
  }
  return labels
}

function holds(value: Scalar): boolean | ExcelError {
  if (value instanceof ExcelError && !isCatchable(value)) return value
  return value === true || (typeof value === 'number' && value !== 0)
}

/**
 * Unlike in COUNTIF, a text without an operator matches texts that begin with it, no text matches a boolean, and a
 * tilde does not escape another one.
 */
function compileDatabaseCriterion(context: CallContext, given: Scalar): Matcher {
  if (typeof given !== 'string') return compileCriterion(given, context)
  if (given === '') return (cell) => typeof cell === 'string'
  const criterion = given.replaceAll('~~', '~~~~')
  const matches = compileCriterion(criterion, context)
  if (/^[<>=]/.test(criterion)) return (cell) => typeof cell !== 'boolean' && matches(cell)
  const begins = compileCriterion(`${criterion}*`, context)
  return (cell) =>
    typeof cell === 'string' ? begins(cell) || matches(cell) : typeof cell !== 'boolean' && matches(cell)
}

function meetsAny(row: number, alternatives: readonly Condition[][]): boolean | ExcelError {
  for (const conditions of alternatives) {
    let met: boolean | ExcelError = true
    for (const condition of conditions) {
      met = condition(row)
      if (met !== true) break
    }
    if (met !== false) return met
  }
  return false
}
