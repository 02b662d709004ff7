import { type Code, js } from './code.ts'
import { examination, isNotTiny, isWithin, NORMAL, type NumberSize, ONE } from './number-size.ts'
import { literal, NotTyped, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'

// Changes the type of a typed expression, or the place where it is computed.

export function asNumber(writer: TypedWriting, typed: Typed): Typed {
  if (typed.type === 'number') return typed
  if (typed.literal === null) return literal(0)
  if (typeof typed.literal === 'boolean') return literal(typed.literal ? 1 : 0)
  if (typed.type === 'boolean')
    return { ...typed, code: js`(${typed.code} ? 1 : 0)`, type: 'number', simple: false, size: ONE }
  if (typed.type === 'text') throw new NotTyped()
  const convert = writer.mode.tolerant ? js`f.numberOrError(${typed.code})` : js`+f.number(${typed.code})`
  return { ...typed, code: convert, type: 'number', simple: false, size: NORMAL }
}

/** A number that is neither infinite nor taken as 0. */
export function normal(writer: TypedWriting, typed: Typed): Typed {
  return isWithin(typed.size, NORMAL) ? typed : seen(writer, typed, NORMAL)
}

/** A factor or dividend, which could be taken as 0 before it is made larger. */
export function notTiny(writer: TypedWriting, typed: Typed): Typed {
  return isNotTiny(typed.size) ? typed : seen(writer, typed, { ...NORMAL, most: Infinity })
}

/** Examines what of a number's size is not known to be within bounds. */
function seen(writer: TypedWriting, typed: Typed, bounds: NumberSize): Typed {
  const [first, again] = assigned(writer, typed)
  const { test, size } = examination(typed.size, bounds, first, again)
  return { ...typed, code: js`(${test} ? ${again} : ${examined(writer, again)})`, simple: false, size }
}

function examined(writer: TypedWriting, value: Code): Code {
  return writer.mode.tolerant ? js`f.keptOrError(${value})` : js`+f.kept(${value})`
}

export function asTruth(writer: TypedWriting, typed: Typed): Typed {
  if (typed.type === 'boolean') return typed
  if (typed.type === 'number')
    return { ...typed, code: js`f.truth(${normal(writer, typed).code})`, type: 'boolean', simple: false }
  if (typed.type === 'text') throw new NotTyped()
  return { ...typed, code: js`f.truthOf(${typed.code})`, type: 'boolean', simple: false }
}

export function asText(writer: TypedWriting, typed: Typed): Typed {
  if (typed.type === 'text') return typed
  return { ...typed, code: js`f.text(${asScalar(writer, typed).code})`, type: 'text', simple: false, texts: undefined }
}

export function asScalar(writer: TypedWriting, typed: Typed): Typed {
  if (typed.type !== 'number' || typed.literal !== undefined) return { ...typed, type: 'scalar' }
  return { ...typed, code: js`f.scalar(${typed.code})`, type: 'scalar', simple: false }
}

/** Gives an expression a name if it is used more than once. */
export function named(writer: TypedWriting, typed: Typed): Typed {
  const outside = hoisted(writer, typed)
  if (outside.simple) return outside
  const name = writer.frame.temporary()
  writer.frame.before(js`${name} = ${typed.code}`)
  return { ...typed, code: name, simple: true }
}

/** An expression used several times: the code of its first use, and of later ones. */
export function assigned(writer: TypedWriting, typed: Typed): [Code, Code] {
  if (typed.simple) return [typed.code, typed.code]
  const name = writer.frame.temporary()
  return [js`(${name} = ${typed.code})`, name]
}

/** Hoists the invariant one of two operands out of the loop. */
export function pair(writer: TypedWriting, left: Typed, right: Typed): [Typed, Typed] {
  if (left.invariant === right.invariant) return [left, right]
  return left.invariant ? [hoisted(writer, left), right] : [left, hoisted(writer, right)]
}

export function hoisted(writer: TypedWriting, typed: Typed): Typed {
  if (!typed.invariant || typed.simple || !writer.frame.isLoop) return typed
  return { ...typed, code: writer.frame.hoist(typed.code), simple: true }
}

/** The folded form of a text, computed once for all its comparisons. */
export function folded(writer: TypedWriting, typed: Typed): Typed {
  if (typed.invariant && !typed.simple && writer.frame.isLoop)
    return folded(writer, hoisted(writer, asScalar(writer, typed)))
  const code = js`f.fold(${asScalar(writer, typed).code})`
  if (typed.simple && (typed.invariant || !writer.frame.isLoop) && !writer.mode.elements) {
    return { ...typed, code: writer.frame.once(code), simple: true }
  }
  const name = writer.frame.temporary()
  writer.frame.before(js`${name} = ${code}`)
  return { ...typed, code: name, simple: true }
}
