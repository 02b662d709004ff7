import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BlockPort, CellPort, Port, PortPlace, Solve, WorkbookInterface } from '../3-bind/ports/interface.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { cellName } from '../model/address.ts'
import { goalSeek, type SeekResult } from './goal-seek.ts'
import { fromJson, type Json, toJson, type WireSetting } from './json-values.ts'
import { passesValidation } from './validate-input.ts'

export interface Message {
  /** Name of the input, output or solve it is about. */
  readonly key: string
  readonly message: string
  /** Where the cause lies, as `Sheet1!B2`. */
  readonly cell?: string
}

export interface RunResult {
  readonly outputs: Readonly<Record<string, Json>>
  readonly warnings: readonly Message[]
  readonly errors: readonly Message[]
  /** What each solve did, in the order they ran. */
  readonly solves: readonly { readonly name: string; readonly result: SeekResult }[]
}

export interface RunOptions extends EvaluationOptions {
  /** False lets inputs pass that the workbook's own validation refuses. */
  readonly validate?: boolean
  readonly subservice?: string
}

/** Computes the outputs of a workbook for a caller's inputs with the reference evaluator. */
export function runWorkbook(
  bound: BoundWorkbook,
  ports: WorkbookInterface,
  inputs: Readonly<Record<string, unknown>>,
  options: RunOptions,
): RunResult & { readonly evaluator: Evaluator } {
  return new Run(bound, ports, options).run(inputs)
}

class Run {
  private readonly warnings: Message[] = []
  private readonly errors: Message[] = []
  private readonly evaluator: Evaluator
  private readonly setting: WireSetting
  private readonly bound: BoundWorkbook
  private readonly ports: WorkbookInterface
  private readonly options: RunOptions

  constructor(bound: BoundWorkbook, ports: WorkbookInterface, options: RunOptions) {
    this.bound = bound
    this.ports = ports
    this.options = options
    this.evaluator = new Evaluator(bound, options)
    this.setting = { date1904: bound.workbook.date1904, locale: options.locale, now: options.now }
  }

  run(given: Readonly<Record<string, unknown>>): RunResult & { evaluator: Evaluator } {
    const { inputs, outputs } = this.chosen()
    this.setInputs(inputs, given)
    if (this.errors.length === 0) this.validate(inputs)
    if (this.errors.length > 0) return this.result({}, [])
    const solves = this.ports.solves.flatMap((solve) => {
      const result = this.solve(solve)
      return result ? [{ name: solve.name, result }] : []
    })
    return this.result(Object.fromEntries(outputs.map((port) => [port.name, this.output(port)])), solves)
  }

  private result(outputs: Record<string, Json>, solves: RunResult['solves']) {
    return { outputs, warnings: this.warnings, errors: this.errors, solves, evaluator: this.evaluator }
  }

  private chosen(): { inputs: readonly Port[]; outputs: readonly Port[] } {
    const wanted = this.options.subservice?.toLowerCase()
    const subservice = this.ports.subservices.find(({ name }) => name.toLowerCase() === wanted)
    return subservice ?? this.ports
  }

  private setInputs(ports: readonly Port[], given: Readonly<Record<string, unknown>>): void {
    const byName = new Map(Object.entries(given).map(([key, value]) => [key.toLowerCase(), { key, value }]))
    for (const port of ports) {
      const entry = byName.get(port.name.toLowerCase())
      byName.delete(port.name.toLowerCase())
      if (!entry || entry.value === undefined) {
        this.warnings.push({ key: port.name, message: 'Input parameter missing.' })
      } else if (port.shape === 'cell') this.setCell(port, entry.value)
      else this.setBlock(port, entry.value)
    }
    for (const { key } of byName.values()) {
      this.warnings.push({ key, message: 'The workbook has no input of this name; the value was not used.' })
    }
  }

  private setCell(port: CellPort, json: unknown): void {
    const converted = fromJson(json, port.type, port.numberFormat, this.setting)
    if (converted.ok) this.put(port.place, 0, 0, converted.value)
    else this.refuse(port, json, converted.allowed)
  }

  private put({ sheet, range }: PortPlace, row: number, col: number, value: Scalar): void {
    this.evaluator.setInput(sheet, range.top + row, range.left + col, value)
  }

  private refuse(port: Port, json: unknown, allowed: string, row?: number): void {
    const shown = JSON.stringify(json)?.slice(0, 100) ?? 'nothing'
    const where = row === undefined ? '' : ` in row ${row + 1}`
    this.errors.push({
      key: port.name,
      message: `${shown}${where} is not allowed; give ${allowed}.`,
      cell: this.label(port.place),
    })
  }

  private setBlock(port: BlockPort, json: unknown): void {
    const { range } = port.place
    const rows = range.bottom - range.top
    if (!Array.isArray(json)) {
      this.refuse(port, json, 'a list of objects, one a row')
      return
    }
    if (json.length > rows) {
      this.refuse(port, `${json.length} rows`, `at most ${rows} rows`)
      return
    }
    for (let row = 0; row < rows; row++) this.setRow(port, row, json[row])
  }

  private setRow(port: BlockPort, row: number, json: unknown): void {
    if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))) {
      this.refuse(port, json, 'an object with a value for each heading', row)
      return
    }
    const values = new Map(Object.entries(json ?? {}).map(([key, value]) => [key.toLowerCase(), value as unknown]))
    port.columns.forEach(({ heading, type, numberFormat }, col) => {
      const value = values.get(heading.toLowerCase())
      values.delete(heading.toLowerCase())
      const converted = fromJson(value ?? null, type, numberFormat, this.setting)
      if (converted.ok) this.put(port.place, row + 1, col, converted.value)
      else this.refuse(port, value, `${converted.allowed} for ${heading}`, row)
    })
    for (const heading of values.keys()) {
      this.warnings.push({
        key: port.name,
        message: `Row ${row + 1} has no column "${heading}"; the value was not used.`,
      })
    }
  }

  private validate(ports: readonly Port[]): void {
    const stop = this.options.validate !== false
    for (const port of ports) {
      if (port.shape !== 'cell' || !port.validation) continue
      const { rule } = port.validation
      if (passesValidation(port, port.validation, this.bound, this.evaluator, this.setting)) continue
      const message = rule.errorMessage || 'The value does not meet the restrictions set for this cell.'
      const list = stop && rule.errorStyle === 'stop' && rule.showError ? this.errors : this.warnings
      list.push({ key: port.name, message, cell: this.label(port.place) })
    }
    for (const { name, place } of this.ports.validations) {
      const value = this.evaluator.value(place.sheet, place.range.top, place.range.left)
      if (value === null || value === '' || value === 0 || value === true) continue
      const message = value instanceof ExcelError ? `The validation itself failed with ${value.code}.` : String(value)
      ;(stop ? this.errors : this.warnings).push({ key: name, message, cell: this.label(place) })
    }
  }

  private solve(solve: Solve): SeekResult | undefined {
    if (solve.runIf && !isTrue(this.first(solve.runIf))) return undefined
    const wanted = this.first(solve.targetValue)
    const { changing, target } = solve
    const before = this.evaluator.value(changing.sheet, changing.row, changing.col)
    const guess = numberOf(this.firstIf(solve.initialGuess)) ?? numberOf(before) ?? 0
    if (typeof wanted !== 'number') {
      this.errors.push({
        key: solve.name,
        message: 'The target value of the solve is not a number.',
        cell: this.label(solve.place),
      })
      return undefined
    }
    const result = goalSeek(
      (input) => {
        this.evaluator.setInput(changing.sheet, changing.row, changing.col, input)
        const value = this.evaluator.value(target.sheet, target.row, target.col)
        return typeof value === 'number' ? value - wanted : undefined
      },
      {
        algorithm: solve.algorithm,
        guess,
        lower: numberOf(this.firstIf(solve.lowerBound)),
        upper: numberOf(this.firstIf(solve.upperBound)),
        maxChange: solve.maxChange,
        maxIterations: solve.maxIterations,
      },
    )
    this.evaluator.setInput(changing.sheet, changing.row, changing.col, result.found ? result.input : before)
    if (!result.found) {
      this.errors.push({
        key: solve.name,
        message: `The solve found no value within ${solve.maxIterations} iterations.`,
        cell: this.label(solve.place),
      })
    }
    return result
  }

  private first({ sheet, range }: PortPlace): Scalar {
    return this.evaluator.value(sheet, range.top, range.left)
  }

  private firstIf(place: PortPlace | undefined): Scalar {
    return place ? this.first(place) : null
  }

  private output(port: Port): Json {
    const { sheet, range } = port.place
    const { date1904 } = this.bound.workbook
    const read = (row: number, col: number, type: CellPort['type']): Json => {
      const value = this.evaluator.value(sheet, row, col)
      if (value instanceof ExcelError) this.noteError(port, value, sheet, row, col)
      return toJson(value, type, date1904)
    }
    if (port.shape === 'cell') return read(range.top, range.left, port.type)
    const rows: Record<string, Json>[] = []
    for (let row = range.top + 1; row <= range.bottom; row++) {
      rows.push(
        Object.fromEntries(port.columns.map(({ heading, type }, col) => [heading, read(row, range.left + col, type)])),
      )
    }
    while (rows.length > 0 && Object.values(rows.at(-1) ?? {}).every((value) => value === null || value === ''))
      rows.pop()
    return rows
  }

  private noteError(port: Port, error: ExcelError, sheet: number, row: number, col: number): void {
    const cell = `${this.bound.workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
    this.errors.push(
      error.uncomputable
        ? {
            key: port.name,
            message: `Cannot be computed: ${error.uncomputable.reason}.`,
            cell: error.uncomputable.cell,
          }
        : {
            key: port.name,
            message: `The result is the Excel error ${error.code}.`,
            cell: this.source(error, sheet, row, col) ?? cell,
          },
    )
  }

  /** The cell where an error arose: the last one going back through cells that show the same error. */
  private source(error: ExcelError, sheet: number, row: number, col: number): string | undefined {
    const seen = new Set<string>()
    let current = { sheet, row, col }
    for (;;) {
      const key = `${current.sheet}/${current.row}/${current.col}`
      if (seen.has(key)) break
      seen.add(key)
      const before = this.evaluator
        .precedents(current.sheet, current.row, current.col)
        .flatMap((area) => this.errorCell(area, error))
        .find((cell) => !seen.has(`${cell.sheet}/${cell.row}/${cell.col}`))
      if (!before) break
      current = before
    }
    return `${this.bound.workbook.sheets[current.sheet]?.name ?? ''}!${cellName(current.row, current.col)}`
  }

  private errorCell(
    area: { sheet: number; top: number; left: number; bottom: number; right: number },
    error: ExcelError,
  ): { sheet: number; row: number; col: number }[] {
    const grid = this.evaluator.grid(area)
    for (let row = 0; row < grid.usedRows; row++) {
      for (let col = 0; col < grid.usedCols; col++) {
        const value = grid.at(row, col)
        if (value instanceof ExcelError && value.code === error.code) {
          return [{ sheet: area.sheet, row: area.top + row, col: area.left + col }]
        }
      }
    }
    return []
  }

  private label({ sheet, range }: PortPlace): string {
    return `${this.bound.workbook.sheets[sheet]?.name ?? ''}!${cellName(range.top, range.left)}`
  }
}

function numberOf(value: Scalar): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function isTrue(value: Scalar): boolean {
  if (typeof value === 'string') return /^(?:true|yes|y|1)$/i.test(value.trim())
  return value === true || (typeof value === 'number' && value !== 0)
}
