import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'
import { Frame } from './frame.ts'
import { isRange } from './is-range.ts'
import { eitherSize, NORMAL } from './number-size.ts'
import { arithmetic, fixedSpan, literal, NotTyped, type Typed } from './typed-expression.ts'
import type { Line } from './storage.ts'
import { movingLine, overCrossing } from './typed-crossing.ts'
import { isArray, sumOfElements } from './typed-elements.ts'
import { isLambdaArray, overLambdaArray } from './typed-lambdas.ts'
import type { TypedWriting } from './typed-writing.ts'
import { asNumber, assigned, hoisted, normal } from './typed-conversions.ts'
import { indexAlong, areaPosition, lineSlice } from './typed-positions.ts'

/** SUM and the like over ranges and numbers. */
export function typedRange(writer: TypedWriting, args: readonly Bound[], node: BoundCall): Typed {
  if (writer.mode.elements || args.some((arg) => arg.kind === 'missing')) throw new NotTyped()
  try {
    return alongLines(writer, args, node)
  } catch (reason) {
    const [only, ...more] = args
    if (!(reason instanceof NotTyped) || !only || more.length > 0 || !isRange(only)) throw reason
    return overValues(writer, only, node.definition.name) ?? overCrossing(writer, only, node.definition.name)
  }
}

/** Handles cells of which some are known not to be numbers. */
function overValues(writer: TypedWriting, arg: Bound, name: string): Typed | undefined {
  const area = areaPosition(writer, arg)
  let slice: ReturnType<typeof lineSlice>
  try {
    slice = lineSlice(writer, area, true)
  } catch (reason) {
    if (reason instanceof NotTyped) return undefined
    throw reason
  }
  const { line, start, end } = slice
  const { frame, family, program } = writer
  const values = frame.values(line)
  const along = line.axis === 'down' ? [area.top, area.bottom] : [area.left, area.right]
  const isGrowing = frame.isLoop && frame.isAscending && family.axis === line.axis && along[0]?.kind === 'fixed'
  switch (name) {
    case 'SUM': {
      if (!isGrowing || along[1]?.kind !== 'moving' || !program.options.runningTotals)
        return arithmetic(js`f.sumOfValues(${values}, ${start}, ${end})`, false)
      const total = frame.starting(js`f.running(${start})`)
      return arithmetic(js`f.runValuesTo(${total}, ${values}, ${end})`, false)
    }
    case 'MAX':
      return arithmetic(js`f.largestOfValues(${values}, ${start}, ${end})`, false)
    case 'MIN':
      return arithmetic(js`f.smallestOfValues(${values}, ${start}, ${end})`, false)
    case 'AVERAGE':
      return arithmetic(js`f.averageOfValues(${values}, ${start}, ${end})`, false)
    case 'COUNT':
      return arithmetic(js`f.countOfValues(${values}, ${start}, ${end})`, false)
    default:
      return undefined
  }
}

function alongLines(writer: TypedWriting, args: readonly Bound[], node: BoundCall): Typed {
  switch (node.definition.name) {
    case 'SUM':
      return sum(writer, args)
    case 'MIN':
    case 'MAX':
      return extreme(writer, args, node.definition.name === 'MAX')
    case 'AVERAGE':
      return overSlice(writer, args, (store, start, end) => js`+f.average(${store}, ${start}, ${end})`)
    case 'COUNT':
      return overSlice(writer, args, (store, start, end) => js`f.count(${store}, ${start}, ${end})`)
    case 'NPV':
      return presentValue(writer, args)
    case 'IRR':
      return internalRate(writer, args)
    case 'SUMPRODUCT':
      return sumOfProducts(writer, args)
    default:
      throw new NotTyped()
  }
}

interface Slice {
  readonly store: Code
  readonly line: Line
  readonly start: Code
  readonly end: Code
  readonly invariant: boolean
  /** Its end moves with the loop; its start moves too or is fixed. */
  readonly isMoving: boolean
}

function sliceOf(writer: TypedWriting, arg: Bound): Slice {
  const area = areaPosition(writer, arg)
  const { line, start, end } = lineSlice(writer, area)
  const isFixed = [area.top, area.left, area.bottom, area.right].every(({ kind }) => kind === 'fixed')
  const isInLoop = writer.frame.families.some((family) =>
    line.axis === 'down'
      ? family.sheet === line.sheet && family.col === line.at
      : family.sheet === line.sheet && family.row === line.at,
  )
  const along = line.axis === 'down' ? [area.top, area.bottom] : [area.left, area.right]
  const isMoving = along[1]?.kind === 'moving' && along[0]?.kind !== 'listed'
  return { store: writer.program.store(line), line, start, end, invariant: isFixed && !isInLoop, isMoving }
}

function overSlice(
  writer: TypedWriting,
  args: readonly Bound[],
  write: (store: Code, start: Code, end: Code) => Code,
): Typed {
  const [arg, ...more] = args
  if (!arg || more.length > 0 || !isRange(arg)) throw new NotTyped()
  const { store, start, end, invariant } = sliceOf(writer, arg)
  return arithmetic(write(store, start, end), invariant)
}

/** A moving stretch is summed inline: a call would box its result. */
function isWindow(writer: TypedWriting, { invariant, line }: Slice): boolean {
  return (
    writer.frame.isLoop && !invariant && line.kind === 'numbers' && !writer.mode.tolerant && !writer.mode.isSometimes
  )
}

function sumOfWindow(writer: TypedWriting, { store, line, start, end }: Slice): Typed {
  const { frame } = writer
  const [before, last, total, at] = [frame.temporary(), frame.temporary(), frame.temporary(), frame.temporary()]
  frame.before(
    js`${before} = 0; for (${at} = ${start} + ${line.offset}; ${at} < ${end} + ${line.offset}; ${at}++) ${before} += A[${at}]`,
  )
  frame.before(js`${last} = A[${end} + ${line.offset}]; ${total} = ${before} + ${last}`)
  const isSure = js`Math.abs(${total}) >= (Math.abs(${before}) + Math.abs(${last})) * 4e-15`
  return arithmetic(js`(${isSure} ? ${total} : +f.sum(${store}, ${start}, ${end}))`, false)
}

/**
 * The largest or smallest number of a window. As a window moves by one line, its extreme stays until it leaves the
 * window or a better one enters.
 */
function extremeOfWindow(writer: TypedWriting, slice: Slice, isMax: boolean): Typed {
  const { store, line, start, end, isMoving } = slice
  const { frame } = writer
  const [first, last, value] = [frame.temporary(), frame.temporary(), frame.temporary()]
  const best = frame.starting(isMax ? js`-Infinity` : js`Infinity`)
  const at = frame.starting(js`-1`)
  const isBetter = isMax ? js`${value} >= ${best}` : js`${value} <= ${best}`
  const place = isMax ? js`f.placeOfLargest(A, ${first}, ${last})` : js`f.placeOfSmallest(A, ${first}, ${last})`
  const anew = js`${at} = ${place}; ${best} = ${at} < 0 ? NaN : A[${at}]`
  frame.before(js`${first} = ${start} + ${line.offset}; ${last} = ${end} + ${line.offset}; ${value} = A[${last}]`)
  frame.before(
    isMoving && frame.isAscending
      ? js`if (${isBetter} && ${at} >= 0) { ${best} = ${value}; ${at} = ${last} } else if (${at} < ${first} || ${value} !== ${value}) { ${anew} }`
      : anew,
  )
  const whole = isMax ? js`+f.largest(${store}, ${start}, ${end})` : js`+f.smallest(${store}, ${start}, ${end})`
  return { ...arithmetic(js`(${best} === ${best} ? ${best} : ${whole})`, false), size: NORMAL }
}

/**
 * A number argument of SUM and the like: cells count only if they hold numbers, so anything else is left to the exact
 * way.
 */
function scalarArgument(writer: TypedWriting, arg: Bound): Typed {
  const typed = writer.argument(arg)
  if (typed.type === 'number') return normal(writer, typed)
  // A boolean counts only if it is computed in the call.
  if (typed.type !== 'boolean' || (arg.kind !== 'operate' && arg.kind !== 'constant')) throw new NotTyped()
  return asNumber(writer, typed)
}

function sum(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [arg, ...more] = args
  if (arg && more.length === 0 && isRange(arg)) return runningSum(writer, arg) ?? sumOfBlock(writer, arg)
  if (arg && more.length === 0 && isArray(arg)) return sumOfElements(writer, arg)
  if (arg && more.length === 0 && isLambdaArray(arg)) return overLambdaArray(writer, arg, 'SUM')
  const parts = args.map((one) => (isRange(one) ? sliceOf(writer, one) : scalarArgument(writer, one)))
  const invariant = parts.every((part) => part.invariant)
  // Numbers first: their computation may use the same running sum.
  const assignments: Code[] = []
  const additions = parts.map((part) => {
    if ('store' in part) return js`f.sumOn(${part.store}, ${part.start}, ${part.end})`
    const [first, again] = assigned(writer, part)
    if (!part.simple) assignments.push(first)
    return js`f.add(${again})`
  })
  return arithmetic(js`(${[...assignments, js`f.sumStart()`, ...additions, js`f.sumEnd()`]})`, invariant)
}

function sumOfBlock(writer: TypedWriting, arg: Bound): Typed {
  try {
    const slice = sliceOf(writer, arg)
    if (isWindow(writer, slice)) return sumOfWindow(writer, slice)
    return overSlice(writer, [arg], (store, start, end) => js`+f.sum(${store}, ${start}, ${end})`)
  } catch (reason) {
    if (!(reason instanceof NotTyped)) throw reason
  }
  // Several columns are added row by row, as in the evaluator.
  const area = areaPosition(writer, arg)
  if (
    area.left.kind !== 'fixed' ||
    area.right.kind !== 'fixed' ||
    area.top.kind !== 'fixed' ||
    area.bottom.kind !== 'fixed'
  )
    throw new NotTyped()
  const [top, bottom] = [area.top.value, area.bottom.value]
  const slices = Array.from({ length: area.right.value - area.left.value + 1 }, (_, i) => {
    const col = { kind: 'fixed' as const, value: (area.left as { value: number }).value + i }
    return lineSlice(writer, { ...area, left: col, right: col })
  })
  if (writer.frame.isLoop) throw new NotTyped()
  const stores = slices.map(({ line }) => writer.program.store(line))
  const starts = slices.map(({ start }) => start)
  return arithmetic(js`f.sumBlock([${stores}], [${starts}], ${bottom - top + 1})`, true)
}

/** `SUM(A$1:A5)` filled down adds one cell per line. */
function runningSum(writer: TypedWriting, arg: Bound): Typed | undefined {
  const { frame, family } = writer
  const area = areaPosition(writer, arg)
  const along = family.axis === 'down' ? [area.top, area.bottom] : [area.left, area.right]
  if (
    !frame.isLoop ||
    along[0]?.kind !== 'fixed' ||
    along[1]?.kind !== 'moving' ||
    !writer.program.options.runningTotals
  )
    return undefined
  if (!frame.isAscending) return undefined
  const { line, start, end } = lineSlice(writer, area)
  const total = frame.starting(js`f.running(${start})`)
  return arithmetic(js`f.runTo(${total}, ${writer.program.store(line)}, ${end})`, false)
}

function extreme(writer: TypedWriting, args: readonly Bound[], isMax: boolean): Typed {
  const [arg, ...more] = args
  if (arg && more.length === 0 && isRange(arg)) {
    const slice = sliceOf(writer, arg)
    if (isWindow(writer, slice)) return extremeOfWindow(writer, slice, isMax)
    return {
      ...overSlice(writer, args, (store, start, end) =>
        isMax ? js`+f.largest(${store}, ${start}, ${end})` : js`+f.smallest(${store}, ${start}, ${end})`,
      ),
      size: NORMAL,
    }
  }
  if (arg && more.length === 0 && isLambdaArray(arg)) return overLambdaArray(writer, arg, isMax ? 'MAX' : 'MIN')
  const parts = args.map((one): Typed => {
    if (!isRange(one)) return scalarArgument(writer, one)
    const { store, start, end, invariant } = sliceOf(writer, one)
    return {
      ...arithmetic(
        isMax ? js`f.largestOr(${store}, ${start}, ${end})` : js`f.smallestOr(${store}, ${start}, ${end})`,
        invariant,
      ),
      size: NORMAL,
    }
  })
  if (!args.some((one) => !isRange(one))) throw new NotTyped()
  const invariant = parts.every((part) => part.invariant)
  const codes = (invariant ? parts : parts.map((part) => hoisted(writer, part))).map(({ code }) => code)
  const size = parts.map((part) => part.size).reduce(eitherSize)
  return { ...arithmetic(isMax ? js`Math.max(${codes})` : js`Math.min(${codes})`, invariant), size }
}

function presentValue(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [rate, flows, ...more] = args
  if (!rate || !flows || more.length > 0 || isRange(rate) || !isRange(flows)) throw new NotTyped()
  const typed = normal(writer, writer.number(rate))
  const { store, start, end, invariant } = sliceOf(writer, flows)
  return arithmetic(js`+f.presentValue(${typed.code}, ${store}, ${start}, ${end})`, invariant && typed.invariant)
}

function internalRate(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [flows, guess] = args
  if (!flows || !isRange(flows) || (guess && isRange(guess))) throw new NotTyped()
  const typed = guess ? normal(writer, writer.number(guess)) : literal(0.1)
  const { store, start, end, invariant } = sliceOf(writer, flows)
  return arithmetic(js`+f.internalRate(${typed.code}, ${store}, ${start}, ${end})`, invariant && typed.invariant)
}

/** A product of columns, some of which differ from cell to cell. */
function productsOfMoving(writer: TypedWriting, args: readonly Bound[]): Typed {
  if (args.length > 2 || !args.every(isRange) || writer.mode.tolerant) throw new NotTyped()
  const lines = args.map((arg) => movingLine(writer, areaPosition(writer, arg)))
  const [first, second] = lines
  if (!first || lines.some(({ length }) => length !== first.length)) throw new NotTyped()
  if (!second) return arithmetic(js`f.plainSum(A, ${first.base}, ${first.length})`, false)
  return arithmetic(js`f.sumOfProducts(A, ${first.base}, ${second.base}, ${first.length})`, false)
}

/** A loop over the elements, in a separate function. */
function sumOfProducts(writer: TypedWriting, args: readonly Bound[]): Typed {
  const { isLoop } = writer.frame
  if (writer.family.count > 1 && !args.every((arg) => isSteady(arg))) return productsOfMoving(writer, args)
  if (isLoop && !args.every((arg) => isOutsideLoop(writer, arg))) throw new NotTyped()
  const [first] = args.flatMap((arg) => areasIn(arg))
  // A single value beside arrays has a different shape.
  if (!first || args.some((arg) => areasIn(arg).length === 0)) throw new NotTyped()
  const area = areaPosition(writer, first)
  const rows = fixedSpan(area.top, area.bottom)
  const cols = fixedSpan(area.left, area.right)
  if (rows === undefined || cols === undefined || (rows > 1 && cols > 1)) throw new NotTyped()
  const { program } = writer
  const frame = new Frame(true, js`line`, [], program.counter)
  const elements = { variable: js`k`, rows, cols }
  const { tolerant } = writer.mode
  const inner = writer.within({ ...writer.family, count: 1 }, frame).inMode({ elements, tolerant })
  const factors = args.map((arg): Code => {
    if (isRange(arg)) {
      const span = areaPosition(inner, arg)
      const { line, start } = lineSlice(inner, span)
      if (fixedSpan(span.top, span.bottom) !== rows || fixedSpan(span.left, span.right) !== cols) throw new NotTyped()
      const at = indexAlong(inner, line, line.axis === 'down' ? span.top : span.left, line.offset)
      const name = frame.temporary()
      return js`((${name} = A[${at} + k]) === ${name} ? ${name} : f.factor(${program.store(line)}, ${start} + k))`
    }
    const typed = inner.value(arg)
    if (typed.type !== 'number') throw new NotTyped()
    return normal(inner, typed).code
  })
  const product = factors.reduce((left, right) => js`${left} * ${right}`)
  frame.before(js`sum += ${product}`)
  const name = program.sumLoop(frame, rows * cols)
  return arithmetic(js`${name}()`, true)
}

/** Is everything it reads computed before the loop? */
function isOutsideLoop(writer: TypedWriting, node: Bound): boolean {
  const { index } = writer.program.analysis
  const { families } = writer.frame
  return referencesIn(node).every((reference) => {
    const { sheet, top, left, bottom, right } = areaPosition(writer, reference)
    if (top.kind !== 'fixed' || left.kind !== 'fixed' || bottom.kind !== 'fixed' || right.kind !== 'fixed') return false
    let isOutside = true
    index.forEach({ sheet, top: top.value, left: left.value, bottom: bottom.value, right: right.value }, (family) => {
      if (families.includes(family)) isOutside = false
    })
    return isOutside
  })
}

function referencesIn(node: Bound): Bound[] {
  if (node.kind === 'cell') return [node]
  if (node.kind === 'name' && node.name.formula().tree.kind === 'cell') return [node]
  if (node.kind === 'operate') return [...referencesIn(node.left), ...referencesIn(node.right)]
  if (node.kind === 'group' || node.kind === 'negate' || node.kind === 'plus' || node.kind === 'percent')
    return referencesIn(node.operand)
  if (node.kind === 'call') return node.args.flatMap(referencesIn)
  return areasIn(node)
}

/** Does it refer to the same cells from every cell of a family? */
function isSteady(node: Bound): boolean {
  switch (node.kind) {
    case 'cell':
      return !node.point.row.relative && !node.point.col.relative
    case 'area':
      return [node.from, node.to].every(({ row, col }) => !row.relative && !col.relative)
    case 'group':
    case 'negate':
    case 'plus':
    case 'percent':
      return isSteady(node.operand)
    case 'operate':
      return isSteady(node.left) && isSteady(node.right)
    case 'call':
      return node.args.every(isSteady)
    case 'name':
      return isSteady(node.name.formula().tree)
    case 'constant':
    case 'fixedArea':
      return true
    default:
      return false
  }
}

function areasIn(node: Bound): Bound[] {
  switch (node.kind) {
    case 'area':
    case 'fixedArea':
      return [node]
    case 'group':
    case 'negate':
    case 'plus':
    case 'percent':
      return areasIn(node.operand)
    case 'operate':
      return [...areasIn(node.left), ...areasIn(node.right)]
    case 'name':
      return isRange(node) ? [node] : []
    default:
      return []
  }
}
