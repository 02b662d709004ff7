import { numberOfDigits } from '@sheetwright/runtime/coerce.ts'
import { BOUND_CRITERION } from '@sheetwright/runtime/criteria.ts'
import type { Area } from '@sheetwright/runtime/values.ts'
import type { ValueOperator } from '../2-parse/tree.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import type { Axis, Family } from '../4-analyse/family.ts'
import type { Step } from '../4-analyse/schedule.ts'
import { type Code, js } from './code.ts'
import { Frame } from './frame.ts'
import { isRange } from './is-range.ts'
import { mayDoubt } from './may-doubt.ts'
import type { ProgramBuilder } from './program-builder.ts'
import { TypedWriter } from './typed.ts'
import { NotTyped, type Typed } from './typed-expression.ts'
import { hoisted, normal } from './typed-conversions.ts'
import { areaPosition } from './typed-positions.ts'

/** A call over columns that a loop computes, whose result the loop can accumulate. */
interface Reduction {
  /** The single cell whose formula contains it. */
  readonly family: Family
  readonly node: BoundCall
  /** The range or, for SUMPRODUCT, the factors. */
  readonly operands: readonly Bound[]
  /** The ranges of COUNTIF and SUMIF, which skip what is not a number. */
  readonly numeric: readonly Bound[]
  /** The rate of NPV. */
  readonly rate: Bound | undefined
  /** First and last line of the ranges. */
  readonly first: number
  readonly last: number
}

/** Most results that one loop accumulates. */
const MOST_REDUCTIONS = 24

/** For each loop, the sums and extremes over its lines that later single cells need. */
export function findReductions(
  program: ProgramBuilder,
  steps: readonly Step[],
): ReadonlyMap<Step, readonly Reduction[]> {
  const found = new Map<Step, Reduction[]>()
  if (!program.options.typed || !program.options.gathering) return found
  const placeOf = new Map<Family, number>()
  steps.forEach((step, place) => {
    for (const family of familiesOf(step)) placeOf.set(family, place)
  })
  for (const step of steps) {
    if (step.kind !== 'family' || step.family.count > 1 || step.family.array) continue
    for (const node of callsIn(step.family.formula.tree)) {
      const reduction = reductionOf(program, step.family, node)
      const loop = reduction && loopFor(program, reduction, steps, placeOf)
      if (!loop) continue
      const list = found.get(loop)
      if (!list) found.set(loop, [reduction])
      else if (list.length < MOST_REDUCTIONS) list.push(reduction)
    }
  }
  return found
}

function familiesOf(step: Step): readonly Family[] {
  return step.kind === 'family' ? [step.family] : step.families
}

function callsIn(node: Bound): BoundCall[] {
  switch (node.kind) {
    case 'call':
      return [node, ...node.args.flatMap(callsIn)]
    case 'group':
    case 'negate':
    case 'plus':
    case 'percent':
      return callsIn(node.operand)
    case 'operate':
      return [...callsIn(node.left), ...callsIn(node.right)]
    default:
      return []
  }
}

function reductionOf(program: ProgramBuilder, family: Family, node: BoundCall): Reduction | undefined {
  const { args } = node
  const { name } = node.definition
  const conditional = conditionalProduct(node)
  const isPresentValue = name === 'NPV' && args.length === 2
  const isSimple = ['SUM', 'AVERAGE', 'MAX', 'MIN'].includes(name) && args.length === 1
  if (!isPresentValue && !isSimple && !conditional && name !== 'SUMPRODUCT') return undefined
  const rate = isPresentValue ? args[0] : undefined
  const operands = conditional ? [conditional] : isPresentValue ? args.slice(1) : args
  if (!conditional && name !== 'SUMPRODUCT' && !operands.every(isRange)) return undefined
  if (rate && isRange(rate)) return undefined
  const areas = operands.map((operand) => areasOf(program, family, operand))
  if (areas.length === 0 || areas.some((list) => !list || list.length === 0)) return undefined
  const [shape] = areas.flatMap((list) => list ?? [])
  if (!shape || areas.some((list) => list?.some((area) => !isSameShape(area, shape)))) return undefined
  const isDown = shape.left === shape.right
  return {
    family,
    node,
    operands,
    numeric: conditional ? args.filter(isRange) : [],
    rate,
    first: isDown ? shape.top : shape.left,
    last: isDown ? shape.bottom : shape.right,
  }
}

/**
 * COUNTIF and SUMIF of numbers above or below a constant, as a product: what SUMPRODUCT adds up. Texts, which both skip,
 * lead to the exact way.
 */
function conditionalProduct({ definition, args }: BoundCall): Bound | undefined {
  const [range, criterion, summed] = args
  const isCount = definition.name === 'COUNTIF' && args.length === 2
  if (!isCount && !(definition.name === 'SUMIF' && args.length <= 3)) return undefined
  if (!range || !isRange(range) || criterion?.kind !== 'constant' || typeof criterion.value !== 'string')
    return undefined
  const [, operator, bound] = BOUND_CRITERION.exec(criterion.value) ?? []
  if (operator === undefined || (summed && !isRange(summed))) return undefined
  const test: Bound = {
    kind: 'operate',
    operator: operator as ValueOperator,
    left: range,
    right: { kind: 'constant', value: numberOfDigits(bound ?? '') },
  }
  const right: Bound = isCount ? { kind: 'constant', value: 1 } : (summed ?? range)
  return { kind: 'operate', operator: '*', left: test, right }
}

/** Single columns over the same rows, or single rows over the same columns. */
function isSameShape(a: Area, b: Area): boolean {
  if (a.left === a.right && b.left === b.right) return a.top === b.top && a.bottom === b.bottom
  return a.top === a.bottom && b.top === b.bottom && a.left === b.left && a.right === b.right
}

/** The areas in an operand; undefined unless it is arithmetic and comparisons of areas, cells and constants. */
function areasOf(program: ProgramBuilder, family: Family, node: Bound): Area[] | undefined {
  switch (node.kind) {
    case 'constant':
    case 'cell':
      return []
    case 'group':
    case 'negate':
    case 'plus':
    case 'percent':
      return isRange(node) ? listed(fixedArea(program, family, node)) : areasOf(program, family, node.operand)
    case 'operate': {
      const left = areasOf(program, family, node.left)
      const right = areasOf(program, family, node.right)
      return left && right && [...left, ...right]
    }
    case 'name':
      if (node.name.formula().tree.kind === 'cell') return []
      return isRange(node) ? listed(fixedArea(program, family, node)) : undefined
    case 'area':
    case 'fixedArea':
      return listed(fixedArea(program, family, node))
    default:
      return undefined
  }
}

function listed(area: Area | undefined): Area[] | undefined {
  return area && [area]
}

function fixedArea(program: ProgramBuilder, family: Family, node: Bound): Area | undefined {
  try {
    const position = areaPosition(writerFor(program, family, new Frame(false, js`0`, [], program.counter)), node)
    const { sheet, top, left, bottom, right } = position
    if (top.kind !== 'fixed' || left.kind !== 'fixed' || bottom.kind !== 'fixed' || right.kind !== 'fixed')
      return undefined
    return { sheet, top: top.value, left: left.value, bottom: bottom.value, right: right.value }
  } catch (reason) {
    if (reason instanceof NotTyped) return undefined
    throw reason
  }
}

function writerFor(program: ProgramBuilder, family: Family, frame: Frame): TypedWriter {
  return new TypedWriter(program, family, frame)
}

/** The loop that computes the last value a call reads; the others are known before it. */
function loopFor(
  program: ProgramBuilder,
  { family, operands, rate, first, last }: Reduction,
  steps: readonly Step[],
  placeOf: ReadonlyMap<Family, number>,
): Step | undefined {
  const { index } = program.analysis
  const latestIn = (area: Area): number => {
    let latest = -1
    index.forEach(area, (other) => {
      latest = Math.max(latest, placeOf.get(other) ?? -1)
    })
    return latest
  }
  const areas = operands.flatMap((operand) => areasOf(program, family, operand) ?? [])
  const place = Math.max(...areas.map(latestIn))
  const step = steps[place]
  const span = step && spanOf(step)
  if (!step || !span || first < span.from || last > span.to) return undefined
  const isAlong = areas.every((area) => (span.axis === 'down' ? area.left === area.right : area.top === area.bottom))
  const cells = [...operands, ...(rate ? [rate] : [])].flatMap(cellsIn)
  const isKnown = cells.every((cell) => {
    const area = fixedArea(program, family, cell)
    return area !== undefined && latestIn(area) < place
  })
  return isAlong && isKnown ? step : undefined
}

function spanOf(step: Step): { axis: Axis; from: number; to: number } | undefined {
  if (step.kind === 'fused') return step.descending ? undefined : step
  if (step.kind !== 'family' || step.family.count === 1) return undefined
  const { axis, row, col, count } = step.family
  const from = axis === 'down' ? row : col
  return { axis, from, to: from + count - 1 }
}

/** The single cells in an expression. */
function cellsIn(node: Bound): Bound[] {
  switch (node.kind) {
    case 'cell':
      return [node]
    case 'name':
      return isRange(node) ? [] : [node]
    case 'group':
    case 'negate':
    case 'plus':
    case 'percent':
      return cellsIn(node.operand)
    case 'operate':
      return [...cellsIn(node.left), ...cellsIn(node.right)]
    case 'call':
      return node.args.flatMap(cellsIn)
    default:
      return []
  }
}

/** Writes the accumulation of results at the end of a loop's lines; returns their slots. */
export function writeReductions(
  program: ProgramBuilder,
  frame: Frame,
  reductions: readonly Reduction[],
  from: number,
  to: number,
): { reduction: Reduction; slot: number }[] {
  return reductions.flatMap((reduction) => {
    const slot = written(program, frame, reduction, from, to)
    return slot === undefined ? [] : [{ reduction, slot }]
  })
}

function written(
  program: ProgramBuilder,
  frame: Frame,
  { family, node, operands, numeric, rate, first, last }: Reduction,
  from: number,
  to: number,
): number | undefined {
  const mark = frame.body.length
  const writer = writerFor(program, family, frame)
  const isWhole = first === from && last === to
  try {
    const given = rate && hoisted(writer, normal(writer, writer.number(rate)))
    if (given && (!given.simple || mayDoubt(given.code.text))) return undefined
    if (!isWhole) frame.before(js`if (t >= ${first} && t <= ${last}) {`)
    const inner = writer.inMode({ elements: { variable: js`t`, rows: 0, cols: 0, lines: last - first + 1 } })
    if (numeric.some((range) => inner.value(range).type !== 'number')) throw new NotTyped()
    const factors = operands.map((operand): Code => {
      const typed = inner.value(operand)
      if (typed.type !== 'number') throw new NotTyped()
      return normal(inner, typed).code
    })
    const element = frame.temporary()
    frame.before(js`${element} = ${factors.reduce((left, right) => js`${left} * ${right}`)}`)
    // A doubt about one element applies to the result.
    if (mayDoubt(textFrom(frame, mark))) frame.before(js`if (d.raised) { d.raised = false; ${element} = NaN }`)
    const slot = program.storage.reserve()
    gathered(frame, node.definition.name, element, given, slot, last - first + 1)
    if (!isWhole) frame.before(js`}`)
    return slot
  } catch (reason) {
    if (!(reason instanceof NotTyped)) throw reason
    frame.body.length = mark
    return undefined
  }
}

function textFrom(frame: Frame, mark: number): string {
  return frame.body
    .slice(mark)
    .map(({ code }) => code.text)
    .join('\n')
}

/** Adds an element to the result, in the same order and way as the function. */
function gathered(
  frame: Frame,
  name: string,
  element: Code,
  rate: Typed | undefined,
  slot: number,
  count: number,
): void {
  if (name === 'MAX' || name === 'MIN') {
    const best = frame.starting(name === 'MAX' ? js`-Infinity` : js`Infinity`)
    frame.before(
      name === 'MAX' ? js`${best} = Math.max(${best}, ${element})` : js`${best} = Math.min(${best}, ${element})`,
    )
    frame.after(js`N[${slot}] = ${best}`)
    return
  }
  const sum = frame.starting(js`0`)
  if (name === 'NPV' && rate) {
    const factor = frame.starting(js`1`)
    frame.before(js`${factor} *= 1 + ${rate.code}`)
    frame.before(js`${sum} += ${element} / ${factor}`)
    frame.after(js`N[${slot}] = ${rate.code} === -1 ? NaN : ${sum}`)
    return
  }
  if (name === 'SUM') {
    // The last element stays out of the sum, because the last addition decides whether it nearly cancels.
    const last = frame.starting(js`0`)
    frame.before(js`${sum} += ${last}`)
    frame.before(js`${last} = ${element}`)
    frame.after(js`N[${slot}] = f.snap(${sum} + ${last}, ${sum}, ${last})`)
    return
  }
  frame.before(js`${sum} += ${element}`)
  frame.after(name === 'AVERAGE' ? js`N[${slot}] = ${sum} / ${count}` : js`N[${slot}] = ${sum}`)
}
