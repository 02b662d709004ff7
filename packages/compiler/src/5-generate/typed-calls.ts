import type { Param } from '@sheetwright/runtime/functions/definition.ts'
import { acceptsCount } from '@sheetwright/runtime/invoke.ts'
import { HALF_DIGIT } from '@sheetwright/runtime/numeric/decimal.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { Code, js } from './code.ts'
import { isRange } from './is-range.ts'
import { ANY, eitherSize, ONE, roundedSize, wholeSize } from './number-size.ts'
import { typedConditional } from './typed-conditions.ts'
import { movedCell, namedCell } from './typed-far.ts'
import { overRow, reduced } from './typed-lambdas.ts'
import { typedLookup } from './typed-lookups.ts'
import { typedRange } from './typed-ranges.ts'
import { arithmetic, eitherTexts, literal, NotTyped, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { asNumber, asScalar, asTruth, assigned, hoisted, normal, notTiny } from './typed-conversions.ts'

type Writer = (writer: TypedWriting, args: readonly Bound[], node: BoundCall) => Typed

/** Functions with their own typed code; others are called with numbers if their parameters are numbers. */
const KNOWN: Readonly<Record<string, Writer>> = {
  IF: choice,
  AND: (writer, args) => combined(writer, args, ' & '),
  OR: (writer, args) => combined(writer, args, ' | '),
  NOT: (writer, args) => {
    const typed = asTruth(writer, writer.value(only(args)))
    return { ...typed, code: js`!${typed.code}`, simple: false }
  },
  IFERROR: otherwise,
  ISNUMBER: isNumber,
  CHOOSE: chosen,
  ROUND: rounded,
  ROUNDUP: roundedOneWay,
  ROUNDDOWN: roundedOneWay,
  TRUNC: roundedOneWay,
  INT: (writer, args) => {
    const x = notTiny(writer, writer.number(only(args)))
    return { ...arithmetic(js`+f.integerBelow(${x.code})`, x.invariant), size: wholeSize(x.size) }
  },
  ABS: (writer, args) => {
    const x = writer.number(only(args))
    return { ...arithmetic(js`Math.abs(${x.code})`, x.invariant), size: x.size }
  },
  SUM: typedRange,
  MIN: typedRange,
  MAX: typedRange,
  AVERAGE: typedRange,
  COUNT: typedRange,
  SUMPRODUCT: typedRange,
  NPV: typedRange,
  IRR: typedRange,
  REDUCE: reduced,
  INDIRECT: namedCell,
  OFFSET: movedCell,
  INDEX: typedLookup,
  MATCH: typedLookup,
  VLOOKUP: typedLookup,
  HLOOKUP: typedLookup,
  LOOKUP: typedLookup,
  XLOOKUP: typedLookup,
  XMATCH: typedLookup,
  SUMIFS: typedConditional,
  COUNTIFS: typedConditional,
  AVERAGEIFS: typedConditional,
  SUMIF: typedConditional,
  COUNTIF: typedConditional,
  AVERAGEIF: typedConditional,
  MINIFS: typedConditional,
  MAXIFS: typedConditional,
}

export function typedCall(writer: TypedWriting, node: BoundCall): Typed {
  const { definition, args } = node
  if (!acceptsCount(definition, args.length)) throw new NotTyped()
  const gathered = writer.mode.tolerant ? undefined : writer.program.gatheredIn(writer.family, node)
  if (gathered !== undefined) {
    const { local } = writer.frame.slot('numbers', gathered, Code.name(definition.name))
    return { code: local, type: 'number', invariant: true, simple: true, size: ANY }
  }
  const row = overRow(writer, node)
  if (row) return row
  const known = Object.hasOwn(KNOWN, definition.name) ? KNOWN[definition.name] : undefined
  if (known) return known(writer, args, node)
  return plainCall(writer, node)
}

function only(args: readonly Bound[]): Bound {
  const [arg] = args
  if (!arg || args.length !== 1 || arg.kind === 'missing') throw new NotTyped()
  return arg
}

/** A function of numbers, called with numbers. */
function plainCall(writer: TypedWriting, node: BoundCall): Typed {
  const { definition, args } = node
  if (definition.volatile || definition.repeat || args.length === 0 || writer.mode.elements) throw new NotTyped()
  const codes: Code[] = []
  let invariant = true
  definition.params.forEach((param, i) => {
    const arg = args[i]
    if (arg === undefined || arg.kind === 'missing') {
      codes.push(omitted(param, arg !== undefined))
      return
    }
    if (param.kind !== 'number') throw new NotTyped()
    const typed = plainNumber(writer, param, arg)
    invariant &&= typed.invariant
    codes.push(typed.code)
  })
  const body = js`${writer.program.functionName(definition)}.body`
  if (codes.length === 1) return arithmetic(js`+f.call1(${body}, ${codes})`, invariant)
  if (codes.length === 2 && args.length === 2) return arithmetic(js`+f.call2(${body}, ${codes})`, invariant)
  return arithmetic(js`+f.call(${body}, ${codes})`, invariant)
}

function plainNumber(writer: TypedWriting, param: Param, arg: Bound): Typed {
  if (isRange(arg)) throw new NotTyped()
  const typed = writer.value(arg)
  if (typed.type === 'boolean' && param.booleans === 'refuse') throw new NotTyped()
  if (typed.type === 'scalar' && param.booleans === 'refuse') throw new NotTyped()
  const number = normal(writer, asNumber(writer, typed))
  // Cells hold no negative zero, which some functions distinguish from 0.
  return typeof number.literal === 'number' ? number : { ...number, code: js`(${number.code}) + 0`, simple: false }
}

function omitted(param: Param, isEmpty: boolean): Code {
  if (param.kind !== 'number' && !(param.optional || param.default !== undefined)) throw new NotTyped()
  if (isEmpty && (param.empty === 'blank' || (param.default === undefined && !param.optional))) throw new NotTyped()
  if (param.default === undefined) return js`undefined`
  return js`${param.default}`
}

function choice(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [test, yes, no] = args
  if (!test || !yes || isRange(test) || isRange(yes) || (no && isRange(no))) throw new NotTyped()
  if (writer.mode.elements) throw new NotTyped()
  const condition = hoisted(writer, asTruth(writer, writer.value(test)))
  const whenTrue = yes.kind === 'missing' ? literal(null) : writer.sometimes(yes)
  const whenFalse = no === undefined ? literal(false) : no.kind === 'missing' ? literal(null) : writer.sometimes(no)
  return either(writer, condition, whenTrue, whenFalse)
}

/** One of two values. */
function either(writer: TypedWriting, condition: Typed, first: Typed, second: Typed): Typed {
  const invariant = condition.invariant && first.invariant && second.invariant
  const isSame = first.type === second.type
  const [yes, no] = isSame ? [first, second] : [asScalar(writer, first), asScalar(writer, second)]
  const a = invariant ? yes : hoisted(writer, yes)
  const b = invariant ? no : hoisted(writer, no)
  return {
    code: js`(${condition.code} ? ${a.code} : ${b.code})`,
    type: isSame ? first.type : 'scalar',
    invariant,
    simple: false,
    size: eitherSize(yes.size, no.size),
    texts: eitherTexts([first, second]),
  }
}

/** Computes every argument: an error in any of them is the result. */
function combined(writer: TypedWriting, args: readonly Bound[], operator: ' & ' | ' | '): Typed {
  if (writer.mode.elements) throw new NotTyped()
  const truths = args.map((arg) => {
    if (arg.kind === 'missing' || isRange(arg)) throw new NotTyped()
    const typed = writer.argument(arg)
    // A text or a blank in a cell is skipped, which only the exact way does.
    if (typed.type === 'text' || typed.literal === null) throw new NotTyped()
    if (typed.type === 'scalar')
      return { ...typed, code: js`f.truthOfCell(${typed.code})`, type: 'boolean' as const, simple: false }
    return asTruth(writer, typed)
  })
  const invariant = truths.every((typed) => typed.invariant)
  const codes = (invariant ? truths : truths.map((typed) => hoisted(writer, typed))).map(({ code }) => code)
  const [first, ...rest] = codes
  if (!first) throw new NotTyped()
  const joined = rest.reduce(
    (left, right) => (operator === ' & ' ? js`${left} & ${right}` : js`${left} | ${right}`),
    js`+${first}`,
  )
  return { code: js`((${joined}) === 1)`, type: 'boolean', invariant, simple: false, size: ANY }
}

function otherwise(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [tried, instead] = args
  if (!tried || !instead || isRange(tried) || isRange(instead) || writer.mode.tolerant || writer.mode.elements)
    throw new NotTyped()
  if (tried.kind === 'missing' || instead.kind === 'missing') throw new NotTyped()
  const inner = writer.inMode({ tolerant: true })
  const value = inner.value(tried)
  if (value.type === 'boolean' || value.type === 'text') throw new NotTyped()
  const alternative = writer.sometimes(instead)
  const name = writer.frame.temporary()
  const invariant = value.invariant && alternative.invariant
  if (value.type === 'scalar') {
    const other = asScalar(writer, alternative)
    return {
      code: js`f.isCaught(${name} = ${value.code}) ? ${other.code} : ${name}`,
      type: 'scalar',
      invariant: false,
      simple: false,
      size: ANY,
    }
  }
  if (alternative.type === 'number') {
    const number = normal(inner, value)
    const code = js`(${name} = ${number.code}, ${name} === ${name} ? ${name} : ${alternative.code})`
    return { code, type: 'number', invariant, simple: false, size: eitherSize(number.size, alternative.size) }
  }
  const other = asScalar(writer, alternative)
  const code = js`(${name} = ${normal(inner, value).code}, ${name} === ${name} ? f.scalar(${name}) : ${other.code})`
  return { code, type: 'scalar', invariant: false, simple: false, size: ANY }
}

/** NaN stands for any non-number, which only the exact way can identify. */
function isNumber(writer: TypedWriting, args: readonly Bound[]): Typed {
  const typed = writer.value(only(args))
  if (writer.mode.tolerant || writer.mode.elements || typed.literal !== undefined) throw new NotTyped()
  const base = { invariant: typed.invariant, simple: false, size: ANY, type: 'boolean' as const }
  if (typed.type === 'scalar')
    return { ...base, code: js`(typeof ${typed.simple ? typed.code : js`(${typed.code})`} === 'number')` }
  if (typed.type !== 'number') throw new NotTyped()
  const [first, again] = assigned(writer, normal(writer, typed))
  return { ...base, code: js`(${first} === ${again} || f.doubted())` }
}

function chosen(writer: TypedWriting, args: readonly Bound[]): Typed {
  const [place, ...choices] = args
  if (!place || isRange(place) || choices.some((one) => isRange(one) || one.kind === 'missing') || writer.mode.elements)
    throw new NotTyped()
  const index = normal(writer, writer.number(place))
  const values = choices.map((one) => writer.sometimes(one))
  const isNumbers = values.every(({ type }) => type === 'number')
  const name = writer.frame.temporary()
  const invariant = index.invariant && values.every((value) => value.invariant)
  let code = isNumbers ? js`NaN` : js`f.passed(null, f.doubted())`
  for (let i = values.length - 1; i >= 0; i--) {
    const value = isNumbers ? (values[i] as Typed) : asScalar(writer, values[i] as Typed)
    code = js`${name} === ${i + 1} ? ${value.code} : ${code}`
  }
  return {
    code: js`(${name} = Math.trunc(${index.code}), ${code})`,
    type: isNumbers ? 'number' : 'scalar',
    invariant: isNumbers && invariant,
    simple: false,
    size: values.map((value) => value.size).reduce(eitherSize, ONE),
    texts: eitherTexts(values),
  }
}

function rounded(writer: TypedWriting, args: readonly Bound[]): Typed {
  const { x, places } = roundedParts(writer, args)
  const [first, again] = assigned(writer, x)
  const [scaled, whole] = [writer.frame.temporary(), writer.frame.temporary()]
  const scale = 10 ** places
  // Inlines the usual case, without a branch that depends on the digits: not close to the midpoint between two results.
  const far = js`0.5 - Math.abs(${scaled} - ${whole}) > ${scaled} * ${HALF_DIGIT}`
  const code = js`(${scaled} = Math.abs(${first}) * ${scale}, ${whole} = Math.floor(${scaled} + 0.5), ${scaled} < 1e14 && ${far} ? (${again} < 0 ? -${whole} : ${whole}) / ${scale} : +f.round(${again}, ${places}, ${scale}))`
  return { ...arithmetic(code, x.invariant), size: roundedSize(places) }
}

/** ROUNDUP, ROUNDDOWN and TRUNC. */
function roundedOneWay(writer: TypedWriting, args: readonly Bound[], node: BoundCall): Typed {
  const { name } = node.definition
  const given = name === 'TRUNC' && args.length === 1 ? [...args, ZERO] : args
  const { x, places } = roundedParts(writer, given)
  const code = js`+f.roundOneWay(${notTiny(writer, x).code}, ${places}, ${10 ** places}, ${name === 'ROUNDUP'})`
  return { ...arithmetic(code, x.invariant), size: roundedSize(places) }
}

const ZERO: Bound = { kind: 'constant', value: 0 }

/** A number and the decimal places it is rounded to, if they are known. */
function roundedParts(writer: TypedWriting, args: readonly Bound[]): { x: Typed; places: number } {
  const [value, digits] = args
  if (!value || !digits || args.length !== 2 || value.kind === 'missing' || digits.kind === 'missing' || isRange(value))
    throw new NotTyped()
  const { literal: known } = writer.number(digits)
  if (typeof known !== 'number') throw new NotTyped()
  const places = Math.trunc(known)
  if (places < 0 || places > 12) throw new NotTyped()
  return { x: writer.number(value), places }
}
