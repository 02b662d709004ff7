import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program, type ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { FamilyArea } from '../4-analyse/family.ts'
import { findFamilies } from '../4-analyse/find-families.ts'
import type { CellPlace } from '../4-analyse/place-index.ts'
import { type CompileReport, compileWorkbook } from '../compile.ts'
import type { CheckOptions } from './check-workbook.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { portableDelegate } from '../portable-delegate.ts'

/**
 * Computes the cells of a check with a compiled program; returns how many cells it leaves to the evaluator, by reason.
 */
export function computeCompiled(
  bound: BoundWorkbook,
  load: (program: string) => ProgramModule,
  delegated: (reasons: ReadonlyMap<string, number>) => void,
): NonNullable<CheckOptions['compute']> {
  return (cells, evaluation) => {
    const { text, report } = compiledForCheck(bound, cells, evaluation)
    const reasons = new Map<string, number>()
    for (const { reason, cells: count } of report.delegated) reasons.set(reason, (reasons.get(reason) ?? 0) + count)
    delegated(reasons)
    return runForCheck(load(text), cells, evaluation)
  }
}

/**
 * Compiles every formula cell with every constant that feeds a formula as an input, so that nothing is computed at
 * compile time.
 * @public The benchmark of engines uses it too.
 */
export function compiledForCheck(
  bound: BoundWorkbook,
  cells: readonly CellPlace[],
  evaluation: EvaluationOptions,
): { readonly text: string; readonly report: CompileReport } {
  const inputs = [...givenCells(bound, evaluation), ...feedingConstants(bound)]
  const named = (place: CellPlace, i: number) => ({ ...place, name: `cell${i}` })
  const { program, report } = compileWorkbook(
    bound,
    { inputs: inputs.map(named), outputs: cells.map(({ sheet, row, col }, i) => named({ sheet, row, col }, i)) },
    { evaluation },
  )
  return { text: program, report }
}

/**
 * Runs such a program once with the saved values; reads the value of any of its outputs.
 * @public The benchmark of engines uses it too.
 */
export function runForCheck(
  module: ProgramModule,
  cells: readonly CellPlace[],
  evaluation: EvaluationOptions,
): (sheet: number, row: number, col: number) => Scalar {
  const delegate = portableDelegate(module, functions, evaluation)
  const program = new Program(module, {
    functions,
    now: () => evaluation.now,
    seed: () => evaluation.seed,
    locale: evaluation.locale,
    steps: evaluation.steps,
    ...(delegate ? { delegate } : {}),
  })
  program.run([])
  const values = new Map(cells.map(({ sheet, row, col }, i) => [`${sheet}/${row}/${col}`, program.output(i)]))
  return (sheet, row, col) => values.get(`${sheet}/${row}/${col}`) ?? null
}

/** Cells that have a given value instead of their formula. */
function givenCells(bound: BoundWorkbook, evaluation: EvaluationOptions): CellPlace[] {
  const places: CellPlace[] = []
  bound.workbook.sheets.forEach((entry, sheet) => {
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind === 'formula' && evaluation.given?.(sheet, row, col) !== undefined) places.push({ sheet, row, col })
    })
  })
  return places
}

const NO_INPUTS = { isInput: () => false, override: () => undefined }

function feedingConstants(bound: BoundWorkbook): CellPlace[] {
  const found = new Map<string, CellPlace>()
  const seen = new Set<FamilyArea>()
  for (const family of findFamilies(bound, NO_INPUTS)) {
    for (const area of family.areas) {
      if (seen.has(area)) continue
      seen.add(area)
      const { bounds } = area
      const cells = bound.workbook.sheets[bounds.sheet]?.cells
      if (!cells) continue
      const last = Math.min(bounds.right, bound.workbook.sheets[bounds.sheet]?.used?.right ?? -1)
      for (let col = bounds.left; col <= last; col++) {
        cells.forEachInColumn(col, bounds.top, bounds.bottom, (row, cell) => {
          if (cell.kind === 'constant' && cell.value !== null) {
            found.set(`${bounds.sheet}/${row}/${col}`, { sheet: bounds.sheet, row, col })
          }
        })
      }
    }
  }
  return [...found.values()]
}
