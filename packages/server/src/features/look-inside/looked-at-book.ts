import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type BoundWorkbook,
  type OpenedWorkbook,
  openWorkbook,
  reopenWorkbook,
} from '@sheetwright/compiler/open-workbook.ts'
import {
  bookOverview,
  CellText,
  explainStep,
  listReadingFormulas,
  measureCoverage,
  profileRun,
  type ReadingFormula,
  sheetWindow,
} from '@sheetwright/compiler/look-inside.ts'
import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import { diffVersions, diffWorkbooks } from '@sheetwright/compiler/diff.ts'
import { lintAdvice, lintSeverities, lintWorkbook } from '@sheetwright/compiler/lint.ts'
import { type EffectiveIteration, parseRange, type Range, type Workbook } from '@sheetwright/compiler/model.ts'
import { proposeInterface, SURE } from '@sheetwright/compiler/propose.ts'
import { EvaluatorCalculator } from '@sheetwright/compiler/run.ts'
import { writeMarks } from '@sheetwright/compiler/write-back.ts'
import { serialOfMoment } from '@sheetwright/runtime/dates/serial.ts'
import { serialInZone } from '@sheetwright/runtime/dates/time-zone.ts'
import type { EngineResult } from '@sheetwright/runtime/engine/call.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { portsOf, renamedPorts } from '../engines/engine-build.store.ts'
import { type ComparedSide, type LookAnswer, type LookedAtRun, lookFiles, type LookQuestion } from './look-request.ts'

const steps = 20_000_000_000
/** The most cells of a sheet in one answer. */
const mostCells = 20_000

/** Until when cases are computed, and until when further proposals are tried. */
const coverageMillis = { cases: 12_000, proposals: 18_000 } as const

/** A workbook in the memory of the child process that inspects it. */
export class LookedAtBook {
  private readonly workbook: Workbook
  private readonly bound: BoundWorkbook
  private readonly text: CellText
  /** The interface that its defined names declare. */
  private readonly declared: OpenedWorkbook['ports']
  private formulas: readonly ReadingFormula[] | undefined
  /** The last inspected run. */
  private run: LastRun | undefined
  /** The workbook bound with the iteration setting of each version asked about. */
  private readonly iterating = new Map<string, BoundWorkbook>()

  private constructor({ bound, ports }: OpenedWorkbook) {
    this.workbook = bound.workbook
    this.bound = bound
    this.declared = ports
    this.text = new CellText(bound.workbook)
  }

  static async read(folder: string, file: string = lookFiles.workbook): Promise<LookedAtBook | undefined> {
    const { opened } = await openWorkbook(await readFile(path.join(folder, file)))
    return opened === null ? undefined : new LookedAtBook(opened)
  }

  /** The workbook with the iteration setting of a version; its saved values decide for each cycle by themselves. */
  private boundFor(iteration: EffectiveIteration | undefined): BoundWorkbook {
    if (iteration === undefined || iteration.source === 'savedValues') return this.bound
    const key = JSON.stringify([iteration.count, iteration.tolerance])
    const known = this.iterating.get(key)
    if (known !== undefined) return known
    const { bound } = reopenWorkbook(this.workbook, { iteration })
    this.iterating.set(key, bound)
    return bound
  }

  answer(question: Exclude<LookQuestion, { kind: 'diff' | 'named' }>, locale: string): LookAnswer {
    switch (question.kind) {
      case 'book':
        return { kind: 'answer', answer: { sheets: bookOverview(this.workbook) } }
      case 'cells':
        return this.cells(question, locale)
      case 'explain':
        return this.explain(question, locale)
      case 'profile':
        return this.profile(question.run, locale)
      case 'proposals':
        return { kind: 'answer', answer: this.proposals() }
      case 'coverage':
        return { kind: 'answer', answer: this.coverage(question, locale) }
      case 'lint':
        return { kind: 'answer', answer: this.lint(portsOf(question.ports)) }
      default:
        return question satisfies never
    }
  }

  /** The changes from an earlier workbook to this one. */
  diff(earlier: LookedAtBook, { before, after, at }: Extract<LookQuestion, { kind: 'diff' }>): LookAnswer {
    const side = (book: LookedAtBook, { ports, iteration, portNames, locale }: ComparedSide) => ({
      bound: book.boundFor(iteration),
      ports: renamedPorts(portsOf(ports), portNames),
      locale,
    })
    const { declared } = earlier
    if (before === null && declared.inputs.length + declared.outputs.length === 0) {
      const message = 'The workbook declares no names: its interface was marked elsewhere and is not compared.'
      const failures = [{ version: 'before', message }]
      const cells = diffWorkbooks(earlier.workbook, this.workbook)
      return { kind: 'answer', answer: { ...cells, interface: [], outputs: [], failures } }
    }
    const now = side(this, after)
    const old =
      before === null ? { bound: earlier.bound, ports: declared, locale: after.locale } : side(earlier, before)
    return { kind: 'answer', answer: diffVersions(old, now, { now: serialOfMoment(at, false), steps }) }
  }

  /** Writes the workbook into the folder, with marked inputs and outputs as names. */
  async writeNamed(folder: string, marks: MarkedInterface): Promise<LookAnswer> {
    const bytes = await readFile(path.join(folder, lookFiles.workbook))
    const written = await writeMarks(bytes, this.workbook, marks)
    if (written.bytes === null) {
      const message = written.diagnostics[0]?.message ?? 'The workbook cannot be written.'
      return { ...invalid('params.version', message), allowed: 'a version whose workbook is .xlsx or .xlsm' }
    }
    await writeFile(path.join(folder, lookFiles.named), written.bytes)
    return { kind: 'answer', answer: null }
  }

  private coverage(
    { ports, iteration, portNames, cases, inputs, at, timeZone }: Extract<LookQuestion, { kind: 'coverage' }>,
    locale: string,
  ): unknown {
    const start = performance.now()
    return measureCoverage(this.boundFor(iteration), {
      cases,
      ports: renamedPorts(portsOf(ports), portNames),
      locale,
      now: serialInZone(at, { date1904: this.workbook.date1904, timeZone }),
      steps,
      inputs,
      isOver: (part) => performance.now() - start > coverageMillis[part],
    })
  }

  private lint(ports: ReturnType<typeof portsOf>): unknown {
    const report = lintWorkbook(this.bound, ports)
    const counts = Map.groupBy(report.findings, ({ code }) => code)
    const kinds = [...counts].map(([code, findings]) => ({
      code,
      severity: lintSeverities[code],
      findings: findings.length,
      ...lintAdvice[code],
    }))
    return { ...report, kinds }
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
    const ran = run && this.runOf(run, locale)
    if (ran?.problem) return ran.problem
    const evaluator = ran?.calculator.evaluator
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
    const ran = this.runOf(run, locale)
    if (ran.problem) return ran.problem
    const { evaluator } = ran.calculator
    return {
      kind: 'answer',
      answer: explainStep(
        this.boundFor(run.iteration),
        evaluator,
        { sheet, row: range.top, col: range.left },
        {
          locale,
          formulas: (this.formulas ??= listReadingFormulas(this.bound)),
        },
      ),
    }
  }

  /** Runs again: an inspected run does not count its work. */
  private profile(run: LookedAtRun | undefined, locale: string): LookAnswer {
    if (!run) return invalid('body.run', 'There is nothing to run')
    const bound = this.boundFor(run.iteration)
    const calculator = new EvaluatorCalculator(bound, { locale, steps, costs: true })
    const problem = problemOfRun(this.execute(run, calculator))
    return problem ?? { kind: 'answer', answer: profileRun(bound, calculator.evaluator) }
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

  /** Caches the run: it is asked for repeatedly, for one part of the sheet after the other. */
  private runOf(run: LookedAtRun, locale: string): LastRun {
    const key = JSON.stringify([
      run.iteration ?? null,
      run.portNames,
      run.inputs,
      run.subservice ?? null,
      run.at,
      run.timeZone ?? null,
      locale,
    ])
    if (this.run?.key === key) return this.run
    const calculator = new EvaluatorCalculator(this.boundFor(run.iteration), { locale, steps })
    this.run = { key, calculator, problem: problemOfRun(this.execute(run, calculator)) }
    return this.run
  }

  private execute(run: LookedAtRun, calculator: EvaluatorCalculator): EngineResult {
    const engine = new Engine(renamedPorts(portsOf(run.ports), run.portNames), calculator)
    const now = serialInZone(run.at, { date1904: this.workbook.date1904, timeZone: run.timeZone })
    const subservice = run.subservice === undefined ? {} : { subservice: run.subservice }
    return engine.execute(run.inputs, { now, seed: 1, validate: false, ...subservice })
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

interface LastRun {
  readonly key: string
  readonly calculator: EvaluatorCalculator
  /** Why there are no values to look at. */
  readonly problem: LookAnswer | undefined
}

/** A run that refused its inputs or was stopped has no values: the defaults' values would be mistaken for them. */
function problemOfRun({ refused, ended, errors }: EngineResult): LookAnswer | undefined {
  const [error] = errors
  if (ended !== undefined) {
    return {
      ...invalid('body.run', error?.message ?? `The calculation was ended: ${ended}`),
      code: 'CALCULATION_LIMIT_EXCEEDED',
    }
  }
  if (!refused) return undefined
  return invalid(`body.run.inputs.${error?.key ?? ''}`, error?.message ?? 'The inputs were refused')
}

function invalid(field: string, message: string) {
  return { kind: 'problem', code: 'INVALID_INPUT', field, message } as const
}

function plain(value: Scalar): string | number | boolean | null {
  return value instanceof ExcelError ? value.code : value
}
