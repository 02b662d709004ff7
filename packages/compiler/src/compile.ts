import { createHash } from 'node:crypto'
import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from './3-bind/bind-workbook.ts'
import { analyse, cellsOf } from './4-analyse/analyse.ts'
import type { CellPlace } from './4-analyse/place-index.ts'
import type { Family } from './4-analyse/family.ts'
import { NotGenerated } from './5-generate/exact.ts'
import { generate } from './5-generate/generate.ts'
import { COMPILER_VERSION, moduleText } from './5-generate/module-text.ts'
import { ALL_OPTIMISATIONS, type Optimisations } from './5-generate/optimisations.ts'
import { Program, written } from './5-generate/program.ts'
import { Evaluator } from './evaluate/evaluator.ts'
import type { EvaluationOptions } from './evaluate/options.ts'
import { cellName } from './model/address.ts'

/** A single cell that a program takes or gives. */
export interface CompilePort extends CellPlace {
  readonly name: string
}

export interface CompileOptions {
  /** With what the cells that no input reaches are computed. */
  readonly evaluation: EvaluationOptions
  readonly optimisations?: Optimisations
  /** Hash of the workbook's bytes, to be found again in the program. */
  readonly workbookHash?: string
}

export interface CompileReport {
  /** Formula cells the outputs need. */
  readonly liveCells: number
  /** Those of them that no input reaches, computed now. */
  readonly foldedCells: number
  /** Groups of cells with the same formula that are computed at run time. */
  readonly families: number
  readonly loops: number
  readonly delegated: readonly { readonly cell: string; readonly cells: number; readonly reason: string }[]
  readonly codeBytes: number
  readonly compileMs: number
}

export interface Compiled {
  /** Text of an ECMAScript module without imports. */
  readonly program: string
  /** Which cell a line of the text computes. */
  readonly cells: ReadonlyMap<number, string>
  readonly report: CompileReport
}

/** Turns a workbook into a program that computes these outputs from these inputs. */
export function compileWorkbook(
  bound: BoundWorkbook,
  ports: { readonly inputs: readonly CompilePort[]; readonly outputs: readonly CompilePort[] },
  options: CompileOptions,
): Compiled {
  const started = performance.now()
  const { workbook } = bound
  const evaluator = new Evaluator(bound, options.evaluation)
  const conversion = {
    locale: options.evaluation.locale,
    date1904: workbook.date1904,
    now: () => options.evaluation.now,
  }
  const optimisations = options.optimisations ?? ALL_OPTIMISATIONS
  const program = new Program(workbook, optimisations, conversion)
  const outputs = ports.outputs.map(areaOf)
  const analysis = analyse(
    bound,
    evaluator,
    ports.inputs,
    outputs,
    (family) => refusal(program, family),
    optimisations.joining,
  )
  const generated = generate(program, analysis, ports.inputs, outputs)
  const about = {
    compilerVersion: COMPILER_VERSION,
    workbookHash: options.workbookHash ?? hashOf(bound),
    date1904: workbook.date1904,
    characterSet: workbook.properties.application?.includes('Macintosh') ? 'mac' : 'windows',
    sheetNames: workbook.sheets.map(({ name }) => name),
    textIsZero: workbook.sheets.map((sheet) => sheet.textIsZero),
    sheets: workbook.sheets.map((_, sheet) => shapeOf(bound, sheet, ports.inputs)),
    inputs: ports.inputs.map((port) => ({ ...placeOf(port), default: written(defaultOf(evaluator, port)) })),
    outputs: ports.outputs.map(placeOf),
    delegated: analysis.delegated.flatMap(({ family }) =>
      cellsOf(family).map(({ sheet, row, col }) => [sheet, row, col]),
    ),
    stepOutputs: stepOutputs(generated.stepFamilies, analysis.index, analysis.changing, outputs),
  }
  const { text, cells } = moduleText(program, generated, about)
  const families = generated.stepFamilies.reduce((sum, list) => sum + list.length, 0)
  return {
    program: text,
    cells,
    report: {
      liveCells: analysis.liveCells,
      foldedCells: analysis.foldedCells,
      families,
      loops: generated.loops,
      delegated: analysis.delegated.map(({ family, reason }) => ({
        cell: `${workbook.sheets[family.sheet]?.name ?? ''}!${cellName(family.row, family.col)}`,
        cells: family.count,
        reason,
      })),
      codeBytes: text.length,
      compileMs: performance.now() - started,
    },
  }
}

/** Why the generator cannot write a family's formula, where it cannot. */
function refusal(program: Program, family: Family): string | undefined {
  try {
    program.exact(family)
    return undefined
  } catch (reason) {
    if (reason instanceof NotGenerated) return reason.reason
    throw reason
  }
}

function areaOf({ sheet, row, col }: CellPlace): Area {
  return { sheet, top: row, bottom: row, left: col, right: col }
}

function placeOf({ name, sheet, row, col }: CompilePort): CompilePort {
  return { name, sheet, row, col }
}

function defaultOf(evaluator: Evaluator, { sheet, row, col }: CellPlace): Scalar {
  return evaluator.value(sheet, row, col)
}

/** Used part of a sheet, as functions over whole columns see it. */
function shapeOf(bound: BoundWorkbook, sheet: number, inputs: readonly CellPlace[]) {
  const used = bound.workbook.sheets[sheet]?.used
  let usedRows = (used?.bottom ?? -1) + 1
  let usedCols = (used?.right ?? -1) + 1
  for (const input of inputs) {
    if (input.sheet !== sheet) continue
    usedRows = Math.max(usedRows, input.row + 1)
    usedCols = Math.max(usedCols, input.col + 1)
  }
  return { usedRows, usedCols }
}

/** Above this many outputs no one asks for a few of them. */
const MOST_OUTPUTS = 256

/** For each step the outputs that need it. */
function stepOutputs(
  steps: readonly (readonly Family[])[],
  index: { forEach(area: Area, visit: (family: Family) => void): void },
  changing: ReadonlySet<Family>,
  outputs: readonly Area[],
): number[][] | undefined {
  if (outputs.length > MOST_OUTPUTS) return undefined
  const needed = outputs.map((output) => {
    const found = new Set<Family>()
    const pending: Family[] = []
    const need = (family: Family) => {
      if (found.has(family) || !changing.has(family)) return
      found.add(family)
      pending.push(family)
    }
    index.forEach(output, need)
    for (let family = pending.pop(); family; family = pending.pop()) {
      for (const { bounds } of family.areas) index.forEach(bounds, need)
    }
    return found
  })
  return steps.map((families) =>
    needed.flatMap((found, i) => (families.some((family) => found.has(family)) ? [i] : [])),
  )
}

function hashOf(bound: BoundWorkbook): string {
  const hash = createHash('sha256')
  for (const sheet of bound.workbook.sheets) {
    hash.update(sheet.name)
    sheet.cells.forEach((row, col, cell) => {
      hash.update(
        `${row},${col},${cell.kind === 'constant' ? String(cell.value) : 'text' in cell.formula ? cell.formula.text : 'table'};`,
      )
    })
  }
  return hash.digest('hex')
}
