import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import { explainStep } from '@sheetwright/compiler/explain/explain-step.ts'
import { CellText } from '@sheetwright/compiler/explain/cell-text.ts'
import { parseRange, type Range } from '@sheetwright/compiler/model/address.ts'
import type { Workbook } from '@sheetwright/compiler/model/workbook.ts'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { proposeInterface, SURE } from '@sheetwright/compiler/propose/propose-interface.ts'
import { EvaluatorCalculator } from '@sheetwright/compiler/run/evaluator-calculator.ts'
import { bookOverview } from '@sheetwright/compiler/sheet-view/book-overview.ts'
import { sheetWindow } from '@sheetwright/compiler/sheet-view/sheet-window.ts'
import { serialOfMoment } from '@sheetwright/runtime/dates/serial.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { portsOf, renamedPorts } from '../engines/engine-build.store.ts'
import { type LookAnswer, type LookedAtRun, lookFiles, type LookQuestion } from './look-request.ts'

const steps = 20_000_000_000
/** Cells of a part of a sheet that are answered at once. */
const mostCells = 20_000

/** A workbook in the memory of the child that looks into it. */
export class LookedAtBook {
  private readonly workbook: Workbook
  private readonly bound: BoundWorkbook
  private readonly text: CellText
  /** The run that was looked at last. */
  private run: { readonly key: string; readonly calculator: EvaluatorCalculator } | undefined

  private constructor(bound: BoundWorkbook) {
    this.workbook = bound.workbook
    this.bound = bound
    this.text = new CellText(bound.workbook)
  }

  static async read(folder: string): Promise<LookedAtBook | undefined> {
    const { opened } = await openWorkbook(await readFile(path.join(folder, lookFiles.workbook)))
    return opened === null ? undefined : new LookedAtBook(opened.bound)
  }

  answer(question: LookQuestion, locale: string): LookAnswer {
    switch (question.kind) {
      case 'book':
        return { kind: 'answer', answer: { sheets: bookOverview(this.workbook) } }
      case 'cells':
        return this.cells(question, locale)
      case 'explain':
        return this.explain(question, locale)
      case 'proposals':
        return { kind: 'answer', answer: this.proposals() }
      default:
        return question satisfies never
    }
  }

  private cells(
    { sheet: name, range: asked, run }: Extract<LookQuestion, { kind: 'cells' }>,
    locale: string,
  ): LookAnswer {
    const sheet = this.sheetNamed(name)
    if (sheet < 0) return this.unknownSheet(name)
    const range = parseRange(asked)
    if (!range) return { ...invalid('body.range', `"${asked}" is no range`), allowed: 'A1:Z100' }
    if (this.countCells(sheet, range) > mostCells) {
      return { ...invalid('body.range', `The range holds more than ${mostCells} cells`), allowed: 'a smaller range' }
    }
    const evaluator = run && this.calculatorOf(run, locale).evaluator
    const answer = sheetWindow(this.workbook, sheet, range, {
      locale,
      text: this.text,
      ...(evaluator ? { value: (s: number, row: number, col: number) => evaluator.value(s, row, col) } : {}),
    })
    return { kind: 'answer', answer }
  }

  private explain({ cell, run }: Extract<LookQuestion, { kind: 'explain' }>, locale: string): LookAnswer {
    const mark = cell.lastIndexOf('!')
    const sheet = this.sheetNamed(cell.slice(0, Math.max(0, mark)))
    if (sheet < 0) return this.unknownSheet(cell.slice(0, Math.max(0, mark)), 'body.cell')
    const range = parseRange(cell.slice(mark + 1))
    if (!range || !run) return { ...invalid('body.cell', `"${cell}" is no cell`), allowed: 'Sheet1!B2' }
    const { evaluator } = this.calculatorOf(run, locale)
    return {
      kind: 'answer',
      answer: explainStep(this.bound, evaluator, { sheet, row: range.top, col: range.left }, locale),
    }
  }

  private proposals(): unknown {
    const { inputs, outputs } = proposeInterface(this.bound)
    const shown = (port: (typeof inputs)[number]) => ({
      ...port,
      unit: port.unit ?? null,
      value: plain(port.value),
      sure: port.confidence >= SURE,
    })
    return { inputs: inputs.map(shown), outputs: outputs.map(shown) }
  }

  /** The same run is asked about again and again, for one part of the sheet after the other. */
  private calculatorOf(run: LookedAtRun, locale: string): EvaluatorCalculator {
    const key = JSON.stringify([run.portNames, run.inputs, run.subservice ?? null, run.at, locale])
    if (this.run?.key === key) return this.run.calculator
    const calculator = new EvaluatorCalculator(this.bound, { locale, steps })
    const engine = new Engine(renamedPorts(portsOf(run.ports), run.portNames), calculator)
    const now = serialOfMoment(run.at, this.workbook.date1904)
    const subservice = run.subservice === undefined ? {} : { subservice: run.subservice }
    engine.execute(run.inputs, { now, seed: 1, validate: false, ...subservice })
    this.run = { key, calculator }
    return calculator
  }

  private sheetNamed(name: string): number {
    return this.workbook.sheets.findIndex((sheet) => sheet.name.toLowerCase() === name.toLowerCase())
  }

  private unknownSheet(name: string, field = 'body.sheet'): LookAnswer {
    const allowed = this.workbook.sheets.map((sheet) => sheet.name).join(', ')
    return { ...invalid(field, `There is no sheet "${name}"`), allowed }
  }

  private countCells(sheet: number, { top, left, bottom, right }: Range): number {
    let count = 0
    const table = this.workbook.sheets[sheet]?.cells
    for (const col of table?.columnNumbers() ?? []) {
      if (col >= left && col <= right) table?.forEachInColumn(col, top, bottom, () => void count++)
    }
    return count
  }
}

function invalid(field: string, message: string) {
  return { kind: 'problem', code: 'INVALID_INPUT', field, message } as const
}

function plain(value: Scalar): string | number | boolean | null {
  return value instanceof ExcelError ? value.code : value
}
