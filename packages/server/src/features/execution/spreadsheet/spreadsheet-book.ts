import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cellLabel } from '@sheetwright/runtime/engine/cell-label.ts'
import { placeKey } from '@sheetwright/runtime/engine/formula-name.ts'
import type { CellPlace } from '@sheetwright/runtime/engine/ports.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { puts, requests } from '../../../platform/office/book-macro.ts'
import { DataWriter, type DataReader } from '../../../platform/office/data-stream.ts'
import type { OpenBook } from '../../../platform/office/open-book.ts'
import { rangesOf } from './cell-ranges.ts'
import type { Answer, Change, Computed, Question, Sources } from './spreadsheet-calculator.ts'
import type { SpreadsheetPlan } from './spreadsheet-plan.ts'
import { officeError, readRow, writeValue } from './spreadsheet-values.ts'

interface Held {
  readonly place: CellPlace
  /** The number under which the macro keeps the cell's previous content. */
  readonly number: number
}

/** A workbook open in a LibreOffice process, and the values written into its cells. */
export class SpreadsheetBook {
  readonly plan: SpreadsheetPlan
  private readonly book: OpenBook
  /** Every cell that was ever written. */
  private known = new Map<string, Held>()
  /** Cells that differ from the file. */
  private changed = new Set<string>()
  private isFresh = true

  private constructor(book: OpenBook, plan: SpreadsheetPlan) {
    this.book = book
    this.plan = plan
  }

  static async open(
    book: OpenBook,
    plan: SpreadsheetPlan,
    workbook: Uint8Array,
    millis: number,
  ): Promise<SpreadsheetBook> {
    await writeFile(path.join(book.folder, file), workbook)
    const opened = new SpreadsheetBook(book, plan)
    await opened.load(millis)
    return opened
  }

  get isEnded(): boolean {
    return this.book.isEnded
  }

  close(): Promise<void> {
    return this.book.close()
  }

  /** Functions that the results need but LibreOffice does not know, each with a cell that calls it. */
  async unknownFunctions(millis: number): Promise<{ name: string; where: string }[]> {
    const { functions, namedFunctions } = this.plan
    const request = new DataWriter().short(requests.formulas).long(functions.length)
    for (const { sheet, row, col } of functions) request.long(sheet, row, col)
    request.long(namedFunctions.length)
    for (const { sheet, definedName } of namedFunctions) request.long(sheet).text(definedName)
    const answer = await this.book.ask(request, millis)
    const asked = [
      ...functions.map((one) => ({ name: one.name, where: this.label(one) })),
      ...namedFunctions.map(({ name, definedName }) => ({ name, where: definedName })),
    ]
    return asked.filter(({ name }) => calls(answer.text(), name.toLowerCase()))
  }

  async answer(question: Question, millis: number): Promise<Answer> {
    if (question.kind === 'sources') return this.sources(question.cells, millis)
    if (question.isFirst && this.plan.iterates && !this.isFresh) await this.load(millis)
    this.isFresh = false
    const request = new DataWriter().short(requests.compute)
    this.writeChanges(request, question.changes, question.isFirst)
    // Within a record it is enough to recalculate the cells that depend on a change.
    request.short(question.isFirst ? 1 : 0)
    const ranges = rangesOf(question.cells)
    request.long(ranges.length)
    for (const { sheet, top, left, bottom, right } of ranges) request.long(sheet, top, left, bottom, right)
    const asked = this.asked(question.limits)
    const lists = asked.filter(({ isList }) => isList)
    const single = asked.filter(({ isList }) => !isList)
    request.long(single.length, ...single.map(({ index }) => index))
    request.long(lists.length, ...lists.map(({ index }) => index))
    const answer = await this.book.ask(request, millis)

    const values = new Map<string, Scalar>()
    for (const { sheet, top, left, bottom } of ranges) {
      for (let row = top; row <= bottom; row++) {
        readRow(answer, (col) => this.label({ sheet, row, col: left + col })).forEach((value, col) => {
          values.set(placeKey({ sheet, row, col: left + col }), value)
        })
      }
    }
    const limits = new Map<string, readonly Scalar[]>()
    for (const { name } of single)
      limits.set(
        name,
        readRow(answer, () => name),
      )
    for (const { name } of lists) limits.set(name, readList(answer, name))
    return { kind: 'computed', values, limits } satisfies Computed
  }

  /** The workbook with the written values and everything recalculated from them, as xlsx. */
  async saved(millis: number): Promise<Buffer> {
    const target = path.join(this.book.folder, savedFile)
    await this.book.ask(new DataWriter().short(requests.save).text(`file://${target}`), millis)
    try {
      return await readFile(target)
    } finally {
      await rm(target, { force: true })
    }
  }

  private async sources(cells: readonly CellPlace[], millis: number): Promise<Sources> {
    const request = new DataWriter().short(requests.sources).long(cells.length)
    for (const { sheet, row, col } of cells) request.long(sheet, row, col)
    const answer = await this.book.ask(request, millis)
    const places = new Map<string, CellPlace>()
    for (const cell of cells) {
      const [name, row, col] = [answer.text(), answer.long(), answer.long()]
      const sheet = this.plan.sheetNames.indexOf(name)
      places.set(placeKey(cell), sheet < 0 ? cell : { sheet, row, col })
    }
    return { kind: 'sources', places }
  }

  private async load(millis: number): Promise<void> {
    const { filter, sheetNames, limits } = this.plan
    const request = new DataWriter().short(requests.open)
    request.text(`file://${path.join(this.book.folder, file)}`).text(filter)
    request.long(sheetNames.length)
    for (const name of sheetNames) request.text(name)
    const asked = this.asked(limits.map(({ name }) => name))
    request.long(asked.length)
    for (const { sheet, text, isList } of asked)
      request
        .long(sheet)
        .text(text)
        .short(isList ? 1 : 0)
    await this.book.ask(request, millis)
    this.known = new Map()
    this.changed = new Set()
    this.isFresh = true
  }

  /** Validation formulas to compute, with the macro's numbers for them. */
  private asked(names: readonly string[]) {
    const wanted = new Set(names)
    return this.plan.limits
      .filter(({ constant }) => constant === undefined)
      .map((limit, index) => ({ ...limit, index }))
      .filter(({ name }) => wanted.has(name))
  }

  private writeChanges(request: DataWriter, changes: readonly Change[], isFirst: boolean): void {
    const given = new Set(changes.map(({ place }) => placeKey(place)))
    const undone = isFirst ? [...this.changed].filter((key) => !given.has(key)) : []
    request.long(undone.length + changes.length)
    for (const key of undone) {
      const held = this.known.get(key)
      if (held === undefined) throw new Error('A cell was changed without being known')
      const { place, number } = held
      request.long(place.sheet, place.row, place.col, number).short(0).short(puts.asSaved)
    }
    for (const { place, value } of changes) {
      const key = placeKey(place)
      const held = this.known.get(key) ?? { place, number: this.known.size }
      request.long(place.sheet, place.row, place.col, held.number).short(this.known.has(key) ? 0 : 1)
      writeValue(request, value)
      this.known.set(key, held)
    }
    this.changed = new Set(isFirst ? given : [...this.changed, ...given])
  }

  private label(place: CellPlace): string {
    return cellLabel(this.plan.sheetNames, place)
  }
}

/** Name of the file in the folder of the process; the filter says its format. */
const file = 'workbook'
const savedFile = 'saved.xlsx'

/** Whether a formula, as LibreOffice writes it, calls an unknown function of this name. */
function calls(formula: string, lowerCaseName: string): boolean {
  const code = formula.replaceAll(/"[^"]*"?|'[^']*'?/g, '')
  const at = code.indexOf(`${lowerCaseName}(`)
  return at >= 0 && !/[a-z0-9_]/.test(code[at - 1] ?? '')
}

/** A list that cannot be computed is its single error value. */
function readList(answer: DataReader, name: string): Scalar[] {
  const rows = answer.long()
  if (rows < 0) return [rows === -1 ? tooLong(name) : officeError(-rows, () => name)]
  answer.long()
  return Array.from({ length: rows }, () => readRow(answer, () => name)).flat()
}

function tooLong(name: string): ExcelError {
  return new ExcelError('#VALUE!', { cell: name, reason: 'the list is too long' })
}
