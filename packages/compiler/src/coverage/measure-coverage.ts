import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import type { EngineInterface } from '@sheetwright/runtime/engine/ports.ts'
import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { ReadingFormula } from '../4-analyse/reading-formulas.ts'
import { rangeName } from '../model/address.ts'
import { EvaluatorCalculator } from '../run/evaluator-calculator.ts'
import { CoverageMeter, lengthOf, lineOf } from './coverage-meter.ts'
import { type CandidateInput, candidateCases } from './candidate-cases.ts'

interface CoverageQuestion {
  readonly cases: readonly EngineInputs[]
  readonly ports: EngineInterface
  readonly locale: string
  /** Serial number that NOW gives. */
  readonly now: number
  readonly steps: number
  /** Inputs that proposed cases may change, with values to try. */
  readonly inputs: readonly CandidateInput[]
  /** True once the time for the cases, or for the proposals, is up. */
  readonly isOver: (part: 'cases' | 'proposals') => boolean
}

interface Count {
  readonly total: number
  readonly covered: number
}

interface CoverageReport {
  /** Number of cases examined, and how many of them were refused. */
  readonly looked: number
  readonly refused: number
  readonly formulas: Count
  readonly branches: Count
  readonly rows: Count
  /** Cells of the sheet view, as runs down a column. */
  readonly cells: readonly { readonly range: string; readonly state: 'covered' | 'partly' | 'uncovered' }[]
  readonly decisions: readonly CoveredDecision[]
  readonly tables: readonly {
    readonly range: string
    readonly function: string
    readonly rows: number
    readonly covered: number
    /** The first rows that no case hit. */
    readonly missing: readonly string[]
  }[]
  readonly proposals: readonly CoverageProposal[]
}

/** A decision with a part that was never computed. */
interface CoveredDecision {
  readonly cell: string
  /** Cells with the same formula. */
  readonly cells: number
  readonly formula: string
  readonly function: string
  readonly condition: string
  readonly outcomes: readonly { readonly text: string; readonly isCovered: boolean }[]
}

interface CoverageProposal {
  readonly inputs: EngineInputs
  /** What it exercises beyond the cases before it. */
  readonly covers: readonly string[]
}

const mostCells = 2000
const mostDecisions = 200
const mostMissing = 20
const mostProposals = 20
const mostCovers = 10

/** Measures what the given cases exercise of a workbook, and proposes cases that exercise more. */
export function measureCoverage(bound: BoundWorkbook, question: CoverageQuestion): CoverageReport {
  const { ports, locale, steps, now } = question
  const meter = new CoverageMeter(bound)
  const calculator = new EvaluatorCalculator(bound, { locale, steps, trace: true })
  const engine = new Engine(ports, calculator)
  const run = (inputs: EngineInputs, validate: boolean): string[] | undefined => {
    const { refused, ended } = engine.execute(inputs, { now, seed: 1, validate })
    return refused || ended !== undefined ? undefined : meter.note(calculator.evaluator)
  }
  let looked = 0
  let refused = 0
  for (const inputs of question.cases) {
    if (looked > 0 && question.isOver('cases')) break
    looked++
    if (run(inputs, true) === undefined) refused++
  }
  const report = reportOf(meter, liveFormulas(meter, ports))
  const proposals: CoverageProposal[] = []
  const base = question.cases[0] ?? {}
  for (const inputs of candidateCases(meter, bound, base, question.inputs)) {
    if (proposals.length >= mostProposals || question.isOver('proposals')) break
    const news = run(inputs, true)
    if (news !== undefined && news.length > 0) proposals.push({ inputs, covers: news.slice(0, mostCovers) })
  }
  return { looked, refused, ...report, proposals }
}

/** Formulas that outputs depend on according to their texts, and those that were computed anyway. */
function liveFormulas(meter: CoverageMeter, ports: EngineInterface): ReadingFormula[] {
  const columns = new Map<string, ReadingFormula[]>()
  for (const formula of meter.formulas) {
    const key = `${formula.sheet}/${formula.col}`
    const column = columns.get(key)
    if (column) column.push(formula)
    else columns.set(key, [formula])
  }
  const live = new Set<ReadingFormula>()
  const pending: Area[] = [...ports.outputs, ...ports.subservices.flatMap(({ outputs }) => outputs)].map(
    ({ place }) => ({ sheet: place.sheet, ...place.range }),
  )
  const seen = new Set<string>()
  for (let area = pending.pop(); area; area = pending.pop()) {
    const key = `${area.sheet}/${rangeName(area)}`
    if (seen.has(key)) continue
    seen.add(key)
    for (const [name, formulas] of columns) {
      const [sheet, col] = name.split('/').map(Number)
      if (sheet !== area.sheet || col === undefined || col < area.left || col > area.right) continue
      for (const formula of formulas) {
        if (formula.row < area.top || formula.row > area.bottom || live.has(formula)) continue
        live.add(formula)
        pending.push(...formula.areas)
      }
    }
  }
  return meter.formulas.filter((formula) => live.has(formula) || meter.isComputed(formula))
}

function reportOf(
  meter: CoverageMeter,
  live: readonly ReadingFormula[],
): Omit<CoverageReport, 'looked' | 'refused' | 'proposals'> {
  const liveFamilies = new Set(live.map(({ formula }) => formula))
  const families = [...meter.families].filter(([formula]) => liveFamilies.has(formula)).map(([, family]) => family)
  const partly = new Set<ReadingFormula['formula']>()
  const decisions: CoveredDecision[] = []
  const branches = { total: 0, covered: 0 }
  for (const family of families) {
    for (const [decision, taken] of family.taken) {
      branches.total += decision.parts.length
      branches.covered += taken.size
      if (taken.size === decision.parts.length) continue
      partly.add(family.first.formula)
      if (decisions.length >= mostDecisions) continue
      const { sheet, row, col, cell } = family.first
      decisions.push({
        cell: meter.text.cell(sheet, row, col),
        cells: family.cells,
        formula: meter.text.formula(cell, row, col) ?? '',
        function: decision.function,
        condition: meter.conditionText(family, decision),
        outcomes: decision.parts.map((_, outcome) => ({
          text: meter.outcomeText(family, decision, outcome),
          isCovered: taken.has(outcome),
        })),
      })
    }
  }
  const tables = [...meter.tables].map(([range, table]) => {
    const rows = lengthOf(table)
    const missed = Array.from({ length: rows }, (_, i) => i).filter((i) => !table.hit.has(i))
    const missing = missed.slice(0, mostMissing).map((i) => meter.text.area(lineOf(table, i)))
    return { range, function: table.function, rows, covered: table.hit.size, missing }
  })
  const stateOf = (formula: ReadingFormula) =>
    meter.isComputed(formula) ? (partly.has(formula.formula) ? 'partly' : 'covered') : 'uncovered'
  return {
    formulas: { total: live.length, covered: live.filter((formula) => meter.isComputed(formula)).length },
    branches,
    rows: {
      total: tables.reduce((sum, { rows }) => sum + rows, 0),
      covered: tables.reduce((sum, { covered }) => sum + covered, 0),
    },
    cells: columnRuns(meter, live, stateOf),
    decisions,
    tables,
  }
}

type State = CoverageReport['cells'][number]['state']

/** Formulas are listed by column, so that neighbours are consecutive. */
function columnRuns(
  meter: CoverageMeter,
  live: readonly ReadingFormula[],
  stateOf: (formula: ReadingFormula) => State,
): CoverageReport['cells'] {
  const runs: { area: Area; state: State }[] = []
  const sorted = live.toSorted((a, b) => a.sheet - b.sheet || a.col - b.col || a.row - b.row)
  for (const formula of sorted) {
    const { sheet, row, col } = formula
    const state = stateOf(formula)
    const last = runs.at(-1)
    if (last?.state === state && last.area.sheet === sheet && last.area.left === col && last.area.bottom === row - 1) {
      last.area = { ...last.area, bottom: row }
    } else if (runs.length < mostCells) {
      runs.push({ area: { sheet, top: row, bottom: row, left: col, right: col }, state })
    }
  }
  return runs.map(({ area, state }) => ({ range: meter.text.area(area), state }))
}
