import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import type { Formula } from '../model/cell.ts'
import { areaSize, CellText, distinctAreas, shownValue, type ShownValue } from './cell-text.ts'

type ValueType = 'blank' | 'boolean' | 'number' | 'text' | 'error'

/** One cell of a run. */
export interface TracedCell {
  /** `Sheet1!B2` */
  readonly cell: string
  readonly value: ShownValue
  readonly type: ValueType
  /** The caller, or a solve, set this value. */
  readonly input?: true
  /** With `=`; absent for an input, and for a cell that is empty in the file and that an array has grown into. */
  readonly formula?: string
  /** The precedents of the value; a single cell comes with its value. */
  readonly precedents?: readonly TracedPrecedent[]
  /** The cell shows another element of the array formula that is listed at that cell, with its precedents. */
  readonly elementOf?: string
  /** Why it could not be computed, and the cell where the problem began. */
  readonly uncomputable?: { readonly cell: string; readonly reason: string }
}

interface TracedPrecedent {
  /** `Sheet1!B2` or `Sheet1!B2:C9` */
  readonly range: string
  readonly cells: number
  /** Only for a single cell. */
  readonly value?: ShownValue
}

/** The last entry of a truncated trace. */
export interface TraceEnd {
  /** Number of computed cells that are not listed. */
  readonly omitted: number
}

export interface TraceOptions {
  /** Most cells that are listed; the rest are counted. */
  readonly cells: number
}

/**
 * The trace of a run made with the option `trace`: first the inputs, then every formula cell that the run computed,
 * each after its precedents (except for members of an iterated cycle). Holds one cell at a time.
 * The evaluator must not get other inputs while its trace is read.
 */
export function* traceRun(
  bound: BoundWorkbook,
  evaluator: Evaluator,
  options: TraceOptions,
): Generator<TracedCell | TraceEnd> {
  const tracer = new Tracer(bound, evaluator)
  let listed = 0
  let omitted = 0
  for (const { sheet, row, col, value } of evaluator.inputCells()) {
    if (listed++ >= options.cells) omitted++
    else yield tracer.input(sheet, row, col, value)
  }
  for (const { sheet, row, col } of evaluator.computedCells()) {
    if (listed++ >= options.cells) omitted++
    else yield tracer.formula(sheet, row, col)
  }
  if (omitted > 0) yield { omitted }
}

class Tracer {
  private readonly text: CellText
  private readonly evaluator: Evaluator
  /** For each array formula, the cell it is listed with. */
  private readonly arrays = new Map<Formula, string>()

  constructor(bound: BoundWorkbook, evaluator: Evaluator) {
    this.text = new CellText(bound.workbook)
    this.evaluator = evaluator
  }

  input(sheet: number, row: number, col: number, value: Scalar): TracedCell {
    return { cell: this.text.cell(sheet, row, col), ...shownWithType(value), input: true }
  }

  formula(sheet: number, row: number, col: number): TracedCell {
    const cell = this.text.cell(sheet, row, col)
    const value = this.evaluator.value(sheet, row, col)
    const formula = this.text.formula(this.evaluator.formulaCell(sheet, row, col), row, col)
    return {
      cell,
      ...shownWithType(value),
      ...(formula === undefined ? {} : { formula }),
      ...this.origin(cell, sheet, row, col),
      ...(value instanceof ExcelError && value.uncomputable ? { uncomputable: value.uncomputable } : {}),
    }
  }

  /** An array is computed once for all its cells, so its precedents are searched and listed once. */
  private origin(cell: string, sheet: number, row: number, col: number): Pick<TracedCell, 'precedents' | 'elementOf'> {
    const array = this.evaluator.arrayAt(sheet, row, col)
    const listed = array && this.arrays.get(array)
    if (listed !== undefined) return { elementOf: listed }
    if (array) this.arrays.set(array, cell)
    return { precedents: distinctAreas(this.evaluator.precedents(sheet, row, col)).map((area) => this.precedent(area)) }
  }

  private precedent(area: Area): TracedPrecedent {
    const cells = areaSize(area)
    const range = this.text.area(area)
    return cells > 1
      ? { range, cells }
      : { range, cells, value: shownValue(this.evaluator.value(area.sheet, area.top, area.left)) }
  }
}

function shownWithType(value: Scalar): { readonly value: ShownValue; readonly type: ValueType } {
  return { value: shownValue(value), type: typeOf(value) }
}

function typeOf(value: Scalar): ValueType {
  if (value === null) return 'blank'
  if (value instanceof ExcelError) return 'error'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'boolean' : 'number'
}
