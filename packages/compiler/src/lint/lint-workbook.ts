import { type Area, ExcelError } from '@sheetwright/runtime/values.ts'
import type { Node } from '../2-parse/tree.ts'
import { parseFormula } from '../2-parse/parse.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { WorkbookInterface } from '../3-bind/ports/interface.ts'
import { listReadingFormulas, type ReadingFormula } from '../4-analyse/reading-formulas.ts'
import { ReadCounts } from '../4-analyse/read-counts.ts'
import { CellText } from '../explain/cell-text.ts'
import { cellName, rangeName } from '../model/address.ts'
import type { Formula } from '../model/cell.ts'
import { Reach } from '../propose/reach.ts'
import { findPatternBreaks } from './pattern-breaks.ts'

export type LintCode =
  | 'HARD_CODED_NUMBER'
  | 'PATTERN_BROKEN'
  | 'CONSTANT_AMONG_FORMULAS'
  | 'INPUT_UNUSED'
  | 'OUTPUT_WITHOUT_INPUT'
  | 'VOLATILE_FUNCTION'
  | 'EXTERNAL_LINK'
  | 'ERROR_SAVED'
  | 'NUMBER_AS_TEXT'
  | 'HIDDEN_SHEET_FEEDS'
  | 'WHOLE_COLUMN'

export type LintSeverity = 'high' | 'medium' | 'low'

/**
 * The severity of each kind: results that are wrong, results that may become wrong, workbooks that are hard to
 * maintain.
 */
export const lintSeverities: Readonly<Record<LintCode, LintSeverity>> = {
  HARD_CODED_NUMBER: 'low',
  PATTERN_BROKEN: 'high',
  CONSTANT_AMONG_FORMULAS: 'high',
  INPUT_UNUSED: 'medium',
  OUTPUT_WITHOUT_INPUT: 'medium',
  VOLATILE_FUNCTION: 'medium',
  EXTERNAL_LINK: 'high',
  ERROR_SAVED: 'medium',
  NUMBER_AS_TEXT: 'medium',
  HIDDEN_SHEET_FEEDS: 'low',
  WHOLE_COLUMN: 'low',
}

interface LintFinding {
  readonly code: LintCode
  readonly severity: LintSeverity
  /** `Sheet1!B3`: the cell, or the first one with the same formula. */
  readonly cell: string
  /** Cells with the same finding in the same formula. */
  readonly cells: number
  /** With `=`. */
  readonly formula: string | undefined
  /** The number, function, link or name concerned; for a broken pattern, the formula of its neighbours. */
  readonly detail: string
}

export interface LintReport {
  /** Most severe first. */
  readonly findings: readonly LintFinding[]
  /** Number of findings of a kind that are not listed. */
  readonly omitted: number
  /** 100 is a workbook without findings. */
  readonly score: number
  readonly formulas: number
}

/** Most findings of one kind; a workbook with more has the same problem everywhere. */
const MOST_OF_A_KIND = 200
const VOLATILE: ReadonlySet<string> = new Set([
  'NOW',
  'TODAY',
  'RAND',
  'RANDBETWEEN',
  'RANDARRAY',
  'OFFSET',
  'INDIRECT',
  'INFO',
  'CELL',
])

/**
 * Finds what is likely wrong in a workbook, or may become wrong: each with its cell, once for cells that share a
 * formula.
 */
export function lintWorkbook(bound: BoundWorkbook, ports: WorkbookInterface | undefined): LintReport {
  return new Linter(bound, ports).report()
}

class Linter {
  private readonly bound: BoundWorkbook
  private readonly ports: WorkbookInterface | undefined
  private readonly formulas: readonly ReadingFormula[]
  private readonly text: CellText
  /** The amounts inside each formula: cells that it is filled into share it. */
  private readonly numbers = new Map<object, readonly number[]>()
  private readonly groups = new Map<string, { finding: LintFinding; cells: number }>()

  constructor(bound: BoundWorkbook, ports: WorkbookInterface | undefined) {
    this.bound = bound
    this.ports = ports
    this.formulas = listReadingFormulas(bound)
    this.text = new CellText(bound.workbook)
  }

  report(): LintReport {
    for (const formula of this.formulas) this.lintFormula(formula)
    const reads = new ReadCounts(this.bound.workbook, this.formulas)
    this.lintConstants(reads)
    this.lintPatterns()
    if (this.ports) this.lintPorts(this.ports, reads)
    const all = [...this.groups.values()].map(({ finding, cells }) => ({ ...finding, cells }))
    const counts = new Map<LintCode, number>()
    const findings = all
      .toSorted((a, b) => rank(a.severity) - rank(b.severity) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
      .filter(({ code }) => {
        const count = (counts.get(code) ?? 0) + 1
        counts.set(code, count)
        return count <= MOST_OF_A_KIND
      })
    return {
      findings,
      omitted: all.length - findings.length,
      score: scoreOf(all, this.formulas.length),
      formulas: this.formulas.length,
    }
  }

  /** `key` groups findings of one formula that is filled into many cells. */
  private add(code: LintCode, place: Place, detail: string, key: string, formula?: ReadingFormula): void {
    const group = this.groups.get(`${code} ${key}`)
    if (group) {
      group.cells++
      return
    }
    const { sheet, row, col } = place
    const finding: LintFinding = {
      code,
      severity: lintSeverities[code],
      cell: this.text.cell(sheet, row, col),
      cells: 1,
      formula: formula && this.text.formula(formula.cell, row, col),
      detail,
    }
    this.groups.set(`${code} ${key}`, { finding, cells: 1 })
  }

  private lintFormula(entry: ReadingFormula): void {
    const { sheet, cell, formula, areas } = entry
    const record = cell.formula
    if (record.kind === 'dataTable' || !formula) return
    const same = `${sheet} ${this.idOf(formula)}`
    for (const name of formula.traits.functions) {
      if (VOLATILE.has(name)) this.add('VOLATILE_FUNCTION', entry, name, `${name} ${same}`, entry)
    }
    for (const { description } of formula.traits.external) {
      this.add('EXTERNAL_LINK', entry, description, `${description} ${same}`, entry)
    }
    if (cell.saved instanceof ExcelError && !this.readsError(areas))
      this.add('ERROR_SAVED', entry, cell.saved.code, `${cell.saved.code} ${same}`, entry)
    const { rows, cols } = this.bound.workbook.grid
    const whole = areas.find(({ top, bottom, left, right }) => bottom - top >= rows - 1 || right - left >= cols - 1)
    if (whole) this.add('WHOLE_COLUMN', entry, rangeName(whole), same, entry)
    let numbers = this.numbers.get(formula)
    if (!numbers) this.numbers.set(formula, (numbers = this.numbersIn(record)))
    // A formula of numbers without references is a typed-in sum, which already has its own cell.
    if (numbers.length > 0 && areas.length > 0) this.add('HARD_CODED_NUMBER', entry, shownNumbers(numbers), same, entry)
  }

  /** An error that comes from another cell belongs to that cell. */
  private readsError(areas: readonly Area[]): boolean {
    return areas.some((area) => {
      const table = this.bound.workbook.sheets[area.sheet]?.cells
      for (const col of table?.columnNumbers() ?? []) {
        if (col < area.left || col > area.right) continue
        let found = false
        table?.forEachInColumn(col, area.top, area.bottom, (_, cell) => {
          found ||= (cell.kind === 'formula' ? cell.saved : cell.value) instanceof ExcelError
        })
        if (found) return true
      }
      return false
    })
  }

  private readonly ids = new Map<object, number>()

  private idOf(formula: object): number {
    let id = this.ids.get(formula)
    if (id === undefined) this.ids.set(formula, (id = this.ids.size))
    return id
  }

  private numbersIn(record: Exclude<Formula, { kind: 'dataTable' }>): readonly number[] {
    const { grid } = this.bound.workbook
    const parsed = parseFormula(record.text, { home: { row: record.row, col: record.col, ...grid } })
    return parsed.ok ? [...new Set(hardCoded(parsed.tree))] : []
  }

  private lintConstants(reads: ReadCounts): void {
    const { workbook } = this.bound
    workbook.sheets.forEach((sheet, index) => {
      sheet.cells.forEach((row, col, cell) => {
        if (cell.kind !== 'constant') return
        const { value } = cell
        const place = { sheet: index, row, col }
        if (value instanceof ExcelError && reads.at(index, row, col) > 0) {
          this.add('ERROR_SAVED', place, value.code, this.text.cell(index, row, col))
        }
        if (typeof value === 'string' && isNumberText(value) && reads.at(index, row, col) > 0) {
          this.add('NUMBER_AS_TEXT', place, value, `${index} ${col}`)
        }
      })
    })
  }

  private lintPatterns(): void {
    const readingOf = new Map<object, ReadingFormula>(this.formulas.map((each) => [each.cell, each]))
    for (const { kind, place, neighbour } of findPatternBreaks(this.bound, (cell) => isTotal(readingOf.get(cell)))) {
      const cell = this.bound.workbook.sheets[place.sheet]?.cells.get(place.row, place.col)
      const other = this.bound.workbook.sheets[place.sheet]?.cells.get(neighbour.row, neighbour.col)
      const expected = other?.kind === 'formula' ? (this.text.formula(other, neighbour.row, neighbour.col) ?? '') : ''
      const detail = `${cellName(neighbour.row, neighbour.col)} ${expected}`
      const key = this.text.cell(place.sheet, place.row, place.col)
      const reading = cell?.kind === 'formula' ? readingOf.get(cell) : undefined
      this.add(kind, place, detail, key, reading)
    }
  }

  private lintPorts({ inputs, outputs, subservices }: WorkbookInterface, reads: ReadCounts): void {
    const allInputs = [...inputs, ...subservices.flatMap((one) => one.inputs)]
    const allOutputs = [...outputs, ...subservices.flatMap((one) => one.outputs)]
    for (const { name, place } of allInputs) {
      const { sheet, range } = place
      let count = 0
      for (let row = range.top; row <= range.bottom && count === 0; row++) {
        for (let col = range.left; col <= range.right && count === 0; col++) count += reads.at(sheet, row, col)
      }
      const blank = this.bound.workbook.sheets[sheet]?.cells.get(range.top, range.left) === undefined
      if (count === 0 && !blank) this.add('INPUT_UNUSED', { sheet, row: range.top, col: range.left }, name, name)
    }
    const reach = new Reach(
      this.formulas,
      allInputs.map(({ place }) => place),
    )
    const hidden = new Set<number>()
    for (const { name, place } of allOutputs) {
      const { sheet, range } = place
      let reached = false
      for (let row = range.top; row <= range.bottom && !reached; row++) {
        for (let col = range.left; col <= range.right && !reached; col++) reached = reach.has(sheet, row, col)
      }
      if (!reached && allInputs.length > 0) {
        this.add('OUTPUT_WITHOUT_INPUT', { sheet, row: range.top, col: range.left }, name, name)
      }
    }
    for (const { sheet, areas } of this.formulas) {
      for (const area of areas) {
        const source = this.bound.workbook.sheets[area.sheet]
        if (area.sheet === sheet || !source || source.visibility === 'visible' || hidden.has(area.sheet)) continue
        hidden.add(area.sheet)
        const place = { sheet: area.sheet, row: area.top, col: area.left }
        this.add('HIDDEN_SHEET_FEEDS', place, source.name, String(area.sheet))
      }
    }
  }
}

/** Does it sum the cells directly above or to the left? Then it breaks the pattern on purpose. */
function isTotal(reading: ReadingFormula | undefined): boolean {
  if (!reading) return false
  const { sheet, row, col, areas } = reading
  return areas.some(
    (area) =>
      area.sheet === sheet &&
      ((area.left === col && area.right === col && area.bottom === row - 1 && area.top < area.bottom) ||
        (area.top === row && area.bottom === row && area.right === col - 1 && area.left < area.right)),
  )
}

interface Place {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

/** Numbers that are not assumptions: counts of months, hours, percent, signs and positions. */
const USUAL: ReadonlySet<number> = new Set([
  0, 1, 2, 3, 4, 7, 10, 12, 24, 52, 60, 100, 360, 365, 365.25, 366, 1000, 1440, 3600, 8760, 86_400, 1_000_000,
])
/** Functions whose arguments are switches and positions rather than amounts. */
const SWITCHED =
  /^(?:VLOOKUP|HLOOKUP|XLOOKUP|LOOKUP|MATCH|XMATCH|INDEX|OFFSET|ROUND|ROUNDUP|ROUNDDOWN|MROUND|TRUNC|CEILING.*|FLOOR.*|DATE|TIME|EDATE|EOMONTH|CHOOSE|LEFT|RIGHT|MID|FIND|SEARCH|REPT|SUBSTITUTE|REPLACE|TEXT|FIXED|ADDRESS|INDIRECT|LARGE|SMALL|RANK.*|PERCENTILE.*|QUARTILE.*|SUBTOTAL|AGGREGATE|WEEKDAY|WEEKNUM|NETWORKDAYS.*|WORKDAY.*|YEARFRAC|DAYS360|CHAR|CODE|UNICHAR|SEQUENCE|TAKE|DROP|CHOOSECOLS|CHOOSEROWS|SORT|SORTBY|MOD|LOG|POWER|BASE|DECIMAL|COLUMN|ROW|COUNTIF.*|NORM.*|RANDBETWEEN|IRR|XIRR)$/i

/** Amounts inside a formula instead of in their own cell. */
function hardCoded(node: Node): number[] {
  switch (node.kind) {
    case 'number':
      return USUAL.has(node.value) ? [] : [node.value]
    case 'percent':
      return node.operand.kind === 'number' ? [node.operand.value / 100] : hardCoded(node.operand)
    case 'unary':
    case 'spill':
      return hardCoded(node.operand)
    case 'group':
      return hardCoded(node.inner)
    case 'binary':
      // An exponent is part of the formula's structure, not an amount.
      if (node.operator === '^') return hardCoded(node.left)
      return [...hardCoded(node.left), ...hardCoded(node.right)]
    case 'call':
      if (SWITCHED.test(node.name)) return node.args.flatMap((arg) => (arg.kind === 'number' ? [] : hardCoded(arg)))
      return node.args.flatMap(hardCoded)
    case 'invoke':
      return node.args.flatMap(hardCoded)
    default:
      return []
  }
}

/** Most numbers of one formula that are named; more say nothing new. */
const NAMED_NUMBERS = 5

function shownNumbers(numbers: readonly number[]): string {
  return `${numbers.slice(0, NAMED_NUMBERS).join(', ')}${numbers.length > NAMED_NUMBERS ? ', …' : ''}`
}

function isNumberText(text: string): boolean {
  const trimmed = text.trim()
  // Codes with leading zeros and long policy or card numbers are texts on purpose.
  return /^-?\d{1,3}(?:,?\d{3})*(?:\.\d+)?%?$/.test(trimmed) && !/^0\d/.test(trimmed) && trimmed.length <= 12
}

function rank(severity: LintSeverity): number {
  return severity === 'high' ? 0 : severity === 'medium' ? 1 : 2
}

const WEIGHTS = { high: 6, medium: 3, low: 0.5 } as const
/** Highest total cost of findings of one kind. */
const MOST_OF_KIND_COST = 20

/** Each kind costs by its severity and the number of formulas with it, with diminishing effect. */
function scoreOf(findings: readonly LintFinding[], formulas: number): number {
  const kinds = new Map<LintCode, number>()
  for (const { code } of findings) kinds.set(code, (kinds.get(code) ?? 0) + 1)
  let cost = 0
  for (const [code, count] of kinds) {
    const share = 1 + Math.log2(1 + count) * (1 + Math.min(1, (10 * count) / Math.max(1, formulas)))
    cost += Math.min(MOST_OF_KIND_COST, WEIGHTS[lintSeverities[code]] * share)
  }
  return Math.max(0, Math.round(100 - cost))
}
