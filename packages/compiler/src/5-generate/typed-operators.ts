import { foldCase } from '@sheetwright/runtime/compare.ts'
import type { Bound } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'
import { mayDoubt } from './may-doubt.ts'
import { ANY, type NumberSize, powerSize, productSize, quotientSize, sumSize } from './number-size.ts'
import { comparedEach } from './typed-constants.ts'
import {
  asNumber,
  asScalar,
  asText,
  assigned,
  folded,
  hoisted,
  named,
  normal,
  notTiny,
  pair,
} from './typed-conversions.ts'
import { arithmetic, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'

type Operation = Extract<Bound, { kind: 'operate' }>

/** Texts of ASCII characters, which no other character folds to. */
const IS_PLAIN = /^[ -~]+$/

export function operation(writer: TypedWriting, node: Operation): Typed {
  switch (node.operator) {
    case '+':
    case '-': {
      const [left, right] = pair(writer, writer.number(node.left), writer.number(node.right))
      const invariant = left.invariant && right.invariant
      const code = node.operator === '+' ? js`(${left.code} + ${right.code})` : js`(${left.code} - ${right.code})`
      return { ...arithmetic(code, invariant), size: sumSizeOf(left, right) }
    }
    case '*':
      return multiplication(writer, writer.number(node.left), writer.number(node.right))
    case '/':
      return division(writer, node)
    case '^':
      return power(writer, writer.number(node.left), writer.number(node.right))
    case '&': {
      const [left, right] = pair(
        writer,
        asText(writer, writer.value(node.left)),
        asText(writer, writer.value(node.right)),
      )
      const invariant = left.invariant && right.invariant
      return {
        code: js`f.joined(${left.code}, ${right.code})`,
        type: 'text',
        invariant,
        simple: false,
        size: ANY,
      }
    }
    default:
      return comparison(writer, node)
  }
}

/** The last addition of a formula gives 0 if it nearly cancels. */
export function lastSum(writer: TypedWriting, node: Operation): Typed {
  const left = named(writer, writer.number(node.left))
  const right = named(writer, writer.number(node.right))
  const sum = writer.frame.temporary()
  const result = node.operator === '+' ? js`${left.code} + ${right.code}` : js`${left.code} - ${right.code}`
  // Only a result below this bound can be a remainder of cancellation; the other number is then nearly as large.
  const bound = isConstant(right) ? shareOf(right, 9e-15) : shareOf(left, 9e-15)
  const code = js`(${sum} = ${result}, Math.abs(${sum}) >= ${bound} ? ${sum} : +f.snap(${sum}, ${left.code}, ${right.code}))`
  return { ...arithmetic(code, false), size: sumSizeOf(left, right) }
}

function sumSizeOf(left: Typed, right: Typed): NumberSize {
  return sumSize(left.size, right.size, isConstant(left) ? left.literal : right.literal)
}

function isConstant({ literal }: Typed): boolean {
  return typeof literal === 'number'
}

/** A share of the size of a number. */
function shareOf({ code, literal }: Typed, share: number): Code {
  return typeof literal === 'number' ? js`${Math.abs(literal) * share}` : js`Math.abs(${code}) * ${share}`
}

function multiplication(writer: TypedWriting, a: Typed, b: Typed): Typed {
  const [left, right] = pair(
    writer,
    b.size.most <= 0 ? a : notTiny(writer, a),
    a.size.most <= 0 ? b : notTiny(writer, b),
  )
  return {
    ...arithmetic(js`(${left.code} * ${right.code})`, left.invariant && right.invariant),
    size: productSize(left.size, right.size),
  }
}

function division(writer: TypedWriting, node: Operation): Typed {
  const dividend = writer.number(node.left)
  const divisor = normal(writer, writer.number(node.right))
  const [left, right] = pair(writer, divisor.size.least >= 0 ? dividend : notTiny(writer, dividend), divisor)
  const invariant = left.invariant && right.invariant
  // Division by 0 gives an infinity or NaN; both lead to the exact way.
  const size = quotientSize(left.size, right.size, right.literal)
  return { ...arithmetic(js`(${left.code} / ${right.code})`, invariant), size }
}

function power(writer: TypedWriting, base: Typed, exponent: Typed): Typed {
  const [left, right] = pair(writer, normal(writer, base), normal(writer, exponent))
  const invariant = left.invariant && right.invariant
  if (left.invariant && !invariant && writer.frame.isLoop) {
    // A discount factor or an index of prices: the exponent alone changes, and often not in every line.
    const powers = writer.frame.hoist(js`f.powers(${left.code})`)
    const changesInEachLine = right.listed?.every((one, i, all) => one !== all[i - 1]) ?? false
    // A doubt about the base has to be raised in every line.
    if (changesInEachLine || writer.mode.elements || mayDoubt(powers.text)) {
      return arithmetic(js`+f.powerIn(${powers}, ${right.code})`, false)
    }
    const [e, lastE, last] = [writer.frame.temporary(), writer.frame.remembered(), writer.frame.remembered()]
    const raised = remembered(writer, arithmetic(js`+f.powerIn(${powers}, ${e})`, false))
    return {
      ...raised,
      code: js`((${e} = ${right.code}) === ${lastE} ? ${last} : (${lastE} = ${e}, ${last} = ${raised.code}))`,
    }
  }
  const size = typeof right.literal === 'number' ? powerSize(left.size, right.literal) : ANY
  if (invariant || !writer.frame.isLoop || writer.mode.elements) {
    return { ...arithmetic(js`+f.power(${left.code}, ${right.code})`, invariant), size }
  }
  // In projections neighbouring lines often raise the same numbers to the same power: the loop keeps the last result.
  const [b, e, lastB, lastE, last] = [
    writer.frame.temporary(),
    writer.frame.temporary(),
    writer.frame.remembered(),
    writer.frame.remembered(),
    writer.frame.remembered(),
  ]
  const raised = remembered(writer, { ...arithmetic(js`+f.power(${b}, ${e})`, false), size })
  return {
    ...raised,
    code: js`(${b} = ${left.code}, ${e} = ${right.code}, ${b} === ${lastB} && ${e} === ${lastE} ? ${last} : (${lastB} = ${b}, ${lastE} = ${e}, ${last} = ${raised.code}))`,
  }
}

/** A power that the loop keeps. A doubt would be raised only once, so the kept one is examined where it is used. */
function remembered(writer: TypedWriting, typed: Typed): Typed {
  return writer.mode.tolerant ? typed : notTiny(writer, typed)
}

function comparison(writer: TypedWriting, node: Operation): Typed {
  const each = comparedEach(writer, node)
  if (each) return each
  const left = writer.value(node.left)
  const right = writer.value(node.right)
  const { operator } = node
  if (operator === '=' || operator === '<>') {
    const equal = equality(writer, left, right)
    return operator === '=' ? equal : { ...equal, code: js`!${equal.code}` }
  }
  if (isNumeric(left) && isNumeric(right)) {
    const [a, b] = pair(writer, normal(writer, asNumber(writer, left)), normal(writer, asNumber(writer, right)))
    if (operator === '<') return below(writer, a, b, false)
    if (operator === '<=') return below(writer, a, b, true)
    return below(writer, b, a, operator === '>=')
  }
  const [a, b] = pair(writer, asScalar(writer, left), asScalar(writer, right))
  const order = js`f.order(${a.code}, ${b.code})`
  const invariant = a.invariant && b.invariant
  if (operator === '<') return truth(js`(${order} < 0)`, invariant)
  if (operator === '<=') return truth(js`(${order} <= 0)`, invariant)
  if (operator === '>') return truth(js`(${order} > 0)`, invariant)
  return truth(js`(${order} >= 0)`, invariant)
}

function equality(writer: TypedWriting, left: Typed, right: Typed): Typed {
  if (isNumeric(left) && isNumeric(right)) {
    const [a, b] = pair(writer, normal(writer, asNumber(writer, left)), normal(writer, asNumber(writer, right)))
    const [first, againA] = assigned(writer, a)
    const [second, againB] = assigned(writer, b)
    return truth(
      js`(${first} === ${second} || (Math.abs(${againA} - ${againB}) > Math.abs(${againA}) * 1e-14 ? false : f.equal(${againA}, ${againB})))`,
      a.invariant && b.invariant,
    )
  }
  const [constant, other] = typeof left.literal === 'string' ? [left, right] : [right, left]
  if (
    typeof constant.literal === 'string' &&
    constant.literal !== '' &&
    (other.type === 'scalar' || other.type === 'text')
  ) {
    const sought = foldCase(constant.literal)
    const known = amongKnown(writer, other, sought)
    if (known) return known
    // A text that stays the same is folded once for all its comparisons.
    const isFixed = other.simple && (other.invariant || !writer.frame.isLoop) && !writer.mode.elements
    if (IS_PLAIN.test(sought) && !isFixed) {
      const { code } = asScalar(writer, other)
      const same = sought.includes('ss') ? js`f.isTextWithSs(${code}, ${sought})` : js`f.isText(${code}, ${sought})`
      return truth(same, other.invariant)
    }
    const text = folded(writer, other)
    // An error has no folded form: only the exact way can compare it.
    return truth(js`(${text.code} === ${sought} || (${text.code} === undefined && f.doubted()))`, text.invariant)
  }
  const [a, b] = pair(writer, asScalar(writer, left), asScalar(writer, right))
  return truth(js`f.same(${a.code}, ${b.code})`, a.invariant && b.invariant)
}

/** Compares with the few spellings that the known texts have of the sought one. */
function amongKnown(writer: TypedWriting, typed: Typed, sought: string): Typed | undefined {
  const spellings = typed.texts?.filter((text) => foldCase(text) === sought)
  if (!spellings || spellings.length > MOST_SPELLINGS) return undefined
  const [first, again] = assigned(writer, hoisted(writer, asScalar(writer, typed)))
  // Only the exact way can compare an error.
  const isError = js`(typeof ${spellings.length === 0 ? first : again} !== "string" && f.doubtsError(${again}))`
  const code = spellings.reduceRight(
    (rest, spelling, i) => js`${i === 0 ? first : again} === ${spelling} || ${rest}`,
    isError,
  )
  return truth(js`(${code})`, typed.invariant)
}

const MOST_SPELLINGS = 2

/**
 * Is the first number below the second (or equal to it)? Numbers that agree to 14 digits are compared more closely.
 */
function below(writer: TypedWriting, left: Typed, right: Typed, orEqual: boolean): Typed {
  const invariant = left.invariant && right.invariant
  if (left.literal === 0 || right.literal === 0) return truth(belowZero(writer, left, right, orEqual), invariant)
  const [a, againA] = assigned(writer, left)
  const [b, againB] = assigned(writer, right)
  const difference = writer.frame.temporary()
  const close = orEqual ? js`f.lessOrEqual(${againA}, ${againB})` : js`f.less(${againA}, ${againB})`
  // The numbers are of the same size where this matters: a constant will do for the other one.
  const share = isConstant(right) ? shareOf(right, 1.01e-14) : shareOf({ ...left, code: againA }, 1e-14)
  return truth(
    js`(${difference} = ${a} - ${b}, Math.abs(${difference}) > ${share} ? ${difference} < 0 : ${difference} === 0 ? ${orEqual} : ${close})`,
    invariant,
  )
}

/** No number but 0 agrees with 0. */
function belowZero(writer: TypedWriting, left: Typed, right: Typed, orEqual: boolean): Code {
  const isLeft = right.literal === 0
  const [first, again] = assigned(writer, isLeft ? left : right)
  const [is, isNot] = isLeft ? (orEqual ? [LE, GT] : [LT, GE]) : orEqual ? [GE, LT] : [GT, LE]
  return js`(${first} ${is} 0 || (${again} ${isNot} 0 ? false : f.doubted()))`
}

const [LT, LE, GT, GE] = [js`<`, js`<=`, js`>`, js`>=`]

function truth(code: Code, invariant: boolean): Typed {
  return { code, type: 'boolean', invariant, simple: false, size: ANY }
}

/** Types that can be compared as numbers. */
function isNumeric(typed: Typed): boolean {
  return typed.type === 'number'
}
