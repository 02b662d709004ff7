import { createHash } from 'node:crypto'
import type { EngineInterface } from '@sheetwright/runtime/engine/ports.ts'
import type { ProgramPort } from '@sheetwright/runtime/program/program.ts'
import { written as writtenValue } from '@sheetwright/runtime/program/written-values.ts'
import { CalculationEnded } from '@sheetwright/runtime/program/steps.ts'
import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from './3-bind/bind-workbook.ts'
import { boundLoose } from './3-bind/loose-formula.ts'
import { analyse } from './4-analyse/analyse.ts'
import { type CellPlace, PlaceIndex } from './4-analyse/place-index.ts'
import { cellsOf, type Family } from './4-analyse/family.ts'
import { looseFormula } from './4-analyse/find-families.ts'
import type { GivenCells } from './4-analyse/run.ts'
import type { Code } from './5-generate/code.ts'
import { engineData } from './5-generate/engine-data.ts'
import { foldedErrors } from './5-generate/folded-errors.ts'
import { NotGenerated } from './5-generate/exact.ts'
import { generate } from './5-generate/generate.ts'
import { COMPILER_VERSION, moduleText } from './5-generate/module-text.ts'
import { namesOf } from './4-analyse/fixed-names.ts'
import { subtotalFacts } from './5-generate/subtotal-facts.ts'
import { ALL_OPTIMISATIONS, type Optimisations } from './5-generate/optimisations.ts'
import { ProgramBuilder } from './5-generate/program-builder.ts'
import { Evaluator } from './evaluate/evaluator.ts'
import type { EvaluationOptions } from './evaluate/options.ts'
import { cellName } from './model/address.ts'
import type { Workbook } from './model/workbook.ts'
import { neededCells } from './portable/needed-cells.ts'
import { workbookData } from './portable/workbook-data.ts'
import { type CompilePort, type CompilePorts, enginePorts } from './run/engine-ports.ts'

export type { CompilePort } from './run/engine-ports.ts'

export interface CompileOptions {
  /** The options for computing cells that depend on no input. */
  readonly evaluation: EvaluationOptions
  readonly optimisations?: Optimisations
  /** Hash of the workbook's bytes; stored in the program. */
  readonly workbookHash?: string
  /** The interface for running the program as an engine. */
  readonly engine?: EngineInterface
  /** Why every cell is left to the reference evaluator, if a program failed. */
  readonly leaveAll?: string
}

export interface CompileReport {
  /** Number of formula cells that the outputs need. */
  readonly liveCells: number
  /** Those of them that depend on no input, computed at compile time. */
  readonly foldedCells: number
  /** Groups of cells with the same formula that are computed at run time. */
  readonly families: number
  readonly loops: number
  readonly delegated: readonly { readonly cell: string; readonly cells: number; readonly reason: string }[]
  /** A run may need the reference evaluator: for delegated cells, or if inputs lead to a case that was not foreseen. */
  readonly asksEvaluator: boolean
  readonly codeBytes: number
  readonly compileMs: number
}

export interface Compiled {
  /** Text of an ECMAScript module without imports. */
  readonly program: string
  /** The cell that each line of the text computes. */
  readonly cells: ReadonlyMap<number, string>
  readonly report: CompileReport
}

/** Compiles a workbook with its whole interface: the program supports subservices, validations and solves too. */
export function compileEngine(bound: BoundWorkbook, ports: EngineInterface, options: CompileOptions): Compiled {
  return compileWorkbook(bound, enginePorts(bound, ports), { ...options, engine: ports })
}

/**
 * Compiles a workbook to a program that computes these outputs from these inputs. If no program can be written (its
 * text would exceed the longest string), the program leaves every cell to the reference evaluator, and the report says
 * why.
 */
export function compileWorkbook(bound: BoundWorkbook, ports: CompilePorts, options: CompileOptions): Compiled {
  try {
    return compiledProgram(bound, ports, options)
  } catch (reason) {
    if (options.leaveAll !== undefined || !(reason instanceof Error) || reason instanceof CalculationEnded) throw reason
    return compiledProgram(bound, ports, { ...options, leaveAll: `no program can be written: ${reason.message}` })
  }
}

function compiledProgram(bound: BoundWorkbook, ports: CompilePorts, options: CompileOptions): Compiled {
  const started = performance.now()
  const { workbook } = bound
  const evaluator = new Evaluator(bound, options.evaluation)
  const conversion = {
    locale: options.evaluation.locale,
    date1904: workbook.date1904,
    now: () => options.evaluation.now,
  }
  const optimisations = options.optimisations ?? ALL_OPTIMISATIONS
  const program = new ProgramBuilder(workbook, optimisations, conversion)
  // A throw-away builder for trying which formulas can be written.
  const attempt = new ProgramBuilder(workbook, optimisations, conversion)
  const inputs = ports.inputs.filter(({ keepsFormula }) => !keepsFormula)
  const overrides = ports.inputs.filter(({ keepsFormula }) => keepsFormula)
  const given = givenCells(inputs, overrides)
  const formulas = (ports.formulas ?? []).map((one, i) => ({
    ...one,
    family: looseFormula(bound, boundLoose(bound, one), one, -1 - i, given),
  }))
  const wanted = [...ports.outputs.map((port) => [areaOf(port)]), ...formulas.map(({ family }) => boundsOf(family))]
  const outputs = wanted.flat()
  const analysis = analyse(
    bound,
    evaluator,
    inputs,
    given,
    outputs,
    (family) => options.leaveAll ?? refusal(family, () => attempt.exact(family)),
    optimisations,
  )
  const generated = generate(program, analysis, inputs, outputs)
  const written = formulas.map(({ name, family }) => ({ name, ...looseCode(program, family, options.leaveAll) }))
  const families = generated.stepFamilies.flat()
  const all = [...families, ...formulas.map(({ family }) => family)]
  const about = {
    compilerVersion: COMPILER_VERSION,
    workbookHash: options.workbookHash ?? hashOf(bound),
    date1904: workbook.date1904,
    characterSet: workbook.properties.application?.includes('Macintosh') ? 'mac' : 'windows',
    countsPairsAsOne: workbook.calculation.compatibilityVersion >= 2,
    sheetNames: workbook.sheets.map(({ name }) => name),
    textIsZero: workbook.sheets.map((sheet) => sheet.textIsZero),
    sheets: workbook.sheets.map((_, sheet) => shapeOf(bound, sheet, inputs)),
    inputs: [
      ...inputs.map((port) => ({
        ...placeOf(port),
        default: writtenValue(defaultOf(evaluator, port)),
        ...keptDigits(workbook, port),
      })),
      ...overrides.map((port) => ({
        ...placeOf(port),
        keepsFormula: true as const,
        ...keptDigits(workbook, port),
      })),
    ],
    outputs: ports.outputs.map(placeOf),
    formulas: formulas.map(({ name, text, home, sheet, row, col }, i) => ({
      name,
      isDelegated: written[i]?.refused !== undefined,
      text,
      home,
      place: { sheet, row, col },
    })),
    delegated: analysis.delegated.flatMap(({ family }) =>
      cellsOf(family).map(({ sheet, row, col }) => [sheet, row, col]),
    ),
    stepOutputs: stepOutputs(generated.stepFamilies, analysis.index, analysis.changing, wanted),
    ...(options.engine ? { engine: engineData(options.engine) } : {}),
  }
  const data = {
    families: families.map(({ sheet, row, col, count, axis }) => [sheet, row, col, count, axis === 'across' ? 1 : 0]),
    errorSources: foldedErrors(analysis, evaluator),
    grid: workbook.grid,
    names: all.some(({ isOpen }) => isOpen) ? namesOf(bound) : [],
    // Old files may use a heading as a name.
    hasLabels: workbook.format === 'xls',
    ...subtotalFacts(bound, all),
  }
  const functions = {
    cells: families.map((family) => program.exact(family)),
    formulas: written.flatMap(({ code }) => (code ? [code] : [])),
  }
  const isAsking =
    about.delegated.length > 0 ||
    analysis.isTangled ||
    all.some(mayLeave) ||
    about.formulas.some(({ isDelegated }) => isDelegated)
  const mayIterate = workbook.calculation.iterate || analysis.isTangled || evaluator.foundCycles().length > 0
  const carried = isAsking
    ? workbookData(workbook, neededCells(workbook, analysis, ports.inputs, outputs), mayIterate)
    : undefined
  const { text, cells } = moduleText(program, generated, functions, data, about, carried)
  return {
    program: text,
    cells,
    report: {
      liveCells: analysis.liveCells,
      foldedCells: analysis.foldedCells,
      families: families.length,
      loops: generated.loops,
      delegated: [
        ...analysis.delegated.map(({ family, reason }) => ({ family, reason })),
        ...written.flatMap(({ refused }, i) =>
          refused === undefined ? [] : [{ family: (formulas[i] as (typeof formulas)[number]).family, reason: refused }],
        ),
      ].map(({ family, reason }) => ({
        cell: `${workbook.sheets[family.sheet]?.name ?? ''}!${cellName(family.row, family.col)}`,
        cells: family.count,
        reason,
      })),
      asksEvaluator: isAsking,
      codeBytes: text.length,
      compileMs: performance.now() - started,
    },
  }
}

function givenCells(inputs: readonly CellPlace[], overrides: readonly CellPlace[]): GivenCells {
  const plain = new PlaceIndex(inputs)
  const kept = new Map(overrides.map(({ sheet, row, col }, i) => [`${sheet}/${row}/${col}`, inputs.length + i]))
  return {
    isInput: (sheet, row, col) => plain.has(sheet, row, col),
    override: (sheet, row, col) => (kept.size === 0 ? undefined : kept.get(`${sheet}/${row}/${col}`)),
  }
}

/** May a run reach a case of this family that only the evaluator can compute? */
function mayLeave({ isOpen, array }: Family): boolean {
  return isOpen || array?.spill !== undefined
}

function boundsOf(family: Family): Area[] {
  return family.areas.map(({ bounds }) => bounds)
}

/** The code of a formula outside any cell, or why it cannot be generated. */
function looseCode(program: ProgramBuilder, family: Family, leaveAll?: string): { code?: Code; refused?: string } {
  const left = leaveAll ?? family.delegated
  if (left !== undefined) return { refused: left }
  let code: Code | undefined
  const refused = refusal(family, () => {
    code = program.loose(family)
  })
  return refused === undefined && code ? { code } : { refused: refused ?? 'not written' }
}

/** Why the generator cannot write a family's formula; undefined if it can. */
function refusal(family: Family, write: () => void): string | undefined {
  try {
    write()
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

/** With "precision as displayed" a cell keeps of an input what its number format shows. */
function keptDigits(
  { calculation, sheets, styles }: Workbook,
  { sheet, row, col }: CellPlace,
): Pick<ProgramPort, 'keepsDigitsOf'> {
  if (calculation.fullPrecision) return {}
  const style = sheets[sheet]?.cells.get(row, col)?.style ?? 0
  return { keepsDigitsOf: styles[style]?.numberFormat ?? 'General' }
}

function defaultOf(evaluator: Evaluator, { sheet, row, col }: CellPlace): Scalar {
  return evaluator.value(sheet, row, col)
}

/** The used part of a sheet, as functions over whole columns see it. */
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

/** With more outputs than this, nobody requests only a few of them. */
const MOST_OUTPUTS = 256

/** The outputs that need each step. */
function stepOutputs(
  steps: readonly (readonly Family[])[],
  index: { forEach(area: Area, visit: (family: Family) => void): void },
  changing: ReadonlySet<Family>,
  outputs: readonly (readonly Area[])[],
): number[][] | undefined {
  if (outputs.length > MOST_OUTPUTS) return undefined
  const needed = new Map<Family, Set<number>>()
  const note = (family: Family, wanted: Iterable<number>) => {
    if (!changing.has(family)) return
    const known = needed.get(family)
    if (known) for (const output of wanted) known.add(output)
    else needed.set(family, new Set(wanted))
  }
  outputs.forEach((areas, i) => {
    for (const area of areas) index.forEach(area, (family) => note(family, [i]))
  })
  // From the last step backwards: an output that needs a step needs everything its families read.
  return steps
    .toReversed()
    .map((families) => {
      const wanted = new Set<number>()
      for (const family of families) for (const output of needed.get(family) ?? []) wanted.add(output)
      if (wanted.size === 0) return []
      const read = new Set(families.flatMap(({ areas }) => areas))
      for (const { bounds } of read) index.forEach(bounds, (family) => note(family, wanted))
      return [...wanted].toSorted((a, b) => a - b)
    })
    .toReversed()
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
