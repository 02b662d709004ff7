import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { Bound } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'
import { NORMAL } from './number-size.ts'
import { searchedInLine } from './typed-changing.ts'
import { isConstantArea } from './typed-cells.ts'
import { asScalar, assigned, hoisted, normal } from './typed-conversions.ts'
import { NotTyped, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'

/** The cells of an area of constants, row by row. */
export function valuesOf(writer: TypedWriting, area: Area): Scalar[] {
  const values: Scalar[] = []
  for (let row = area.top; row <= area.bottom; row++)
    for (let col = area.left; col <= area.right; col++)
      values.push(writer.program.analysis.constant(area.sheet, row, col))
  return values
}

/** Code for the index of a value in a line, from 0; -1 if absent. Never NaN. */
export function searched(writer: TypedWriting, sought: Bound, line: Area, approximate: boolean): Typed {
  const typed = writer.value(sought)
  if (!isConstantArea(writer, line)) {
    return hoistedSearch(writer, searchedInLine(writer, typed, line, approximate), typed.invariant, typed.simple)
  }
  const values = valuesOf(writer, line)
  // An uncomputable cell may be the match.
  if (values.some((value) => value instanceof ExcelError && value.uncomputable)) throw new NotTyped()
  const { program } = writer
  if (approximate) {
    const isSorted = values.every(
      (value, i) => typeof value === 'number' && (i === 0 || (values[i - 1] as number) <= value),
    )
    if (!isSorted) throw new NotTyped()
    if (typed.type === 'text' || typed.type === 'boolean') throw new NotTyped()
    // A non-number in a cell is searched as what it is, by the exact way.
    const number = typed.type === 'number' ? normal(writer, typed) : { ...typed, code: js`f.onlyNumber(${typed.code})` }
    const name = program.numbers(values as number[])
    if (!number.invariant && !writer.mode.tolerant && !writer.mode.isSometimes)
      return searchedHere(writer, name, values.length, number)
    return hoistedSearch(writer, js`+f.lastNotAbove(${name}, ${number.code})`, typed.invariant, typed.simple)
  }
  const name = program.lineIndex(values)
  if (typed.type === 'number' && !typed.invariant) {
    const dense = denseIndex(values)
    if (dense) return foundDirectly(writer, dense, name, normal(writer, typed))
  }
  if (typed.type === 'number')
    return hoistedSearch(writer, js`${name}.findNumber(${normal(writer, typed).code})`, typed.invariant, typed.simple)
  return hoistedSearch(writer, js`${name}.find(${asScalar(writer, typed).code})`, typed.invariant, typed.simple)
}

/** Dense integers: the index of each, from the smallest on; -1 if absent. */
function denseIndex(values: readonly Scalar[]): { least: number; places: Int32Array } | undefined {
  const whole = values.filter((value): value is number => typeof value === 'number')
  if (whole.length !== values.length || !whole.every((value) => Number.isSafeInteger(value))) return undefined
  const least = Math.min(...whole.slice(0, MOST_DENSE))
  const most = Math.max(...whole.slice(0, MOST_DENSE))
  if (whole.length > MOST_DENSE || most - least > whole.length * 4 + 64 || Math.abs(least) > 1e9) return undefined
  const places = new Int32Array(most - least + 1).fill(-1)
  whole.forEach((value, place) => {
    if (places[value - least] === -1) places[value - least] = place
  })
  return { least, places }
}

const MOST_DENSE = 20_000

function foundDirectly(
  writer: TypedWriting,
  { least, places }: { least: number; places: Int32Array },
  name: Code,
  sought: Typed,
): Typed {
  const [first, again] = assigned(writer, sought)
  const whole = writer.frame.temporary()
  const table = writer.program.table(places)
  const code = js`((${whole} = (${first} | 0)) === ${again} && ${whole} >= ${least} && ${whole} <= ${least + places.length - 1} ? ${table}[${whole} - ${least}] : ${name}.findNumber(${again}))`
  return { code, type: 'scalar', invariant: false, simple: false, size: NORMAL }
}

/**
 * An inlined search among ascending numbers: a call would box the number. Non-numbers are never found. It counts the
 * numbers that are not above the sought one, without a branch on the data, because the processor mispredicts such a
 * branch every other time. After the first comparison a power of two minus one candidates remain, wherever they begin.
 */
function searchedHere({ frame }: TypedWriting, table: Code, length: number, sought: Typed): Typed {
  const [count, value] = [frame.temporary(), frame.temporary()]
  const power = 2 ** Math.floor(Math.log2(length))
  frame.before(js`${value} = ${sought.code}`)
  frame.before(js`${count} = Math.imul(${length + 1 - power}, +(${table}[${power - 1}] <= ${value}))`)
  if (power <= MOST_WRITTEN_OUT) {
    for (let shift = Math.log2(power) - 1; shift >= 0; shift--)
      frame.before(js`${count} += +(${table}[${count} + ${2 ** shift - 1}] <= ${value}) << ${shift}`)
  } else {
    const half = frame.temporary()
    frame.before(
      js`for (${half} = ${power / 2}; ${half} > 0; ${half} >>= 1) ${count} += Math.imul(${half}, +(${table}[${count} + ${half} - 1] <= ${value}))`,
    )
  }
  frame.before(js`${count} -= 1`)
  return { code: count, type: 'scalar', invariant: false, simple: true, size: NORMAL }
}

/** Searches among fewer than twice this many numbers are unrolled; larger ones are loops. */
const MOST_WRITTEN_OUT = 64

/** Hoists searches out of loops; a doubt they raise applies to every cell that uses them. */
export function hoistedSearch(writer: TypedWriting, code: Code, invariant: boolean, isShareable: boolean): Typed {
  const typed: Typed = { code, type: 'scalar', invariant, simple: false, size: NORMAL }
  if (invariant && writer.frame.isLoop) return hoisted(writer, typed)
  // Cells with the same search share it. If it found nothing, or was in doubt, each cell takes the exact way.
  const isShared = isShareable && !writer.frame.isLoop && !writer.mode.tolerant && !writer.mode.isSometimes
  return isShared ? { ...typed, code: writer.frame.once(code), simple: true } : typed
}
