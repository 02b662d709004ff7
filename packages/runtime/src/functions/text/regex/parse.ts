import {
  isDigit,
  isHorizontalSpace,
  isLineEnd,
  isSpace,
  isWord,
  not,
  posixClasses,
  property,
  type Test,
  withAnyCase,
} from './classes.ts'
import { type Node, type Pattern, PatternError, type RepeatMode } from './syntax.ts'

interface Flags {
  readonly anyCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly extended: boolean
}

/** Largest repetition count in a pattern. */
const MAX_REPEAT = 1000
/** Deepest nesting of groups. */
const MAX_DEPTH = 200

/** The parser's position and state for one pattern. */
interface Reader {
  readonly source: string
  at: number
  groups: number
  depth: number
  readonly names: Map<string, number>
}

/** Parses a pattern. Throws PatternError if it is invalid or uses unsupported syntax. */
export function parsePattern(source: string, anyCase: boolean): Pattern {
  const reader: Reader = { source, at: 0, groups: 0, depth: 0, names: new Map() }
  const root = readChoice(reader, { anyCase, multiline: false, dotAll: false, extended: false })
  if (reader.at < source.length) throw new PatternError('unmatched parenthesis')
  return { root, groups: reader.groups, names: reader.names }
}

function peek(reader: Reader): string | undefined {
  return reader.source[reader.at]
}

function takeIf(reader: Reader, text: string): boolean {
  if (!reader.source.startsWith(text, reader.at)) return false
  reader.at += text.length
  return true
}

function takeMatch(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at
  const match = expression.exec(reader.source)
  if (!match) return undefined
  reader.at += match[0].length
  return match
}

function readChoice(reader: Reader, flags: Flags): Node {
  if (++reader.depth > MAX_DEPTH) throw new PatternError('too deep')
  const options: Node[] = []
  let current = flags
  for (;;) {
    const { node, flags: after } = readSequence(reader, current)
    options.push(node)
    current = after
    if (!takeIf(reader, '|')) break
  }
  reader.depth--
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
}

/** A run of items up to `|`, `)` or the end. An inline option such as `(?i)` applies to the rest of the group. */
function readSequence(reader: Reader, outer: Flags): { node: Node; flags: Flags } {
  const items: Node[] = []
  let flags = outer
  for (let char = peek(reader); char !== undefined && char !== '|' && char !== ')'; char = peek(reader)) {
    if (flags.extended && skipIgnored(reader)) continue
    const options = takeMatch(reader, /\(\?([imsx]*)(?:-([imsx]+))?\)/y)
    if (options) {
      flags = withOptions(flags, options[1] ?? '', options[2] ?? '')
      continue
    }
    if (takeMatch(reader, /\(\?#[^)]*\)/y)) continue
    items.push(...readItem(reader, flags))
  }
  return { node: { kind: 'sequence', items }, flags }
}

function skipIgnored(reader: Reader): boolean {
  return takeMatch(reader, /\s+|#[^\n]*\n?/y) !== undefined
}

function withOptions(flags: Flags, on: string, off: string): Flags {
  const value = (letter: string, before: boolean) => (on.includes(letter) || before) && !off.includes(letter)
  return {
    anyCase: value('i', flags.anyCase),
    multiline: value('m', flags.multiline),
    dotAll: value('s', flags.dotAll),
    extended: value('x', flags.extended),
  }
}

function readItem(reader: Reader, flags: Flags): Node[] {
  if (takeIf(reader, '\\Q')) return readQuoted(reader, flags)
  return [readRepeat(reader, readAtom(reader, flags))]
}

function readQuoted(reader: Reader, flags: Flags): Node[] {
  const end = reader.source.indexOf('\\E', reader.at)
  const text = reader.source.slice(reader.at, end < 0 ? undefined : end)
  reader.at = end < 0 ? reader.source.length : end + 2
  return Array.from(text, (char) => literal(char.codePointAt(0) ?? 0, flags))
}

const REPEAT = /([*+?])|\{(\d*)(?:(,)(\d*))?\}/y

function readRepeat(reader: Reader, atom: Node): Node {
  let body = atom
  for (;;) {
    const before = reader.at
    const match = takeMatch(reader, REPEAT)
    if (!match) return body
    const range = rangeOf(match)
    if (!range) {
      reader.at = before
      return body
    }
    const [min, max] = range
    if (max < min || min > MAX_REPEAT || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
      throw new PatternError('repetition out of range')
    }
    const mode: RepeatMode = takeIf(reader, '?') ? 'lazy' : takeIf(reader, '+') ? 'possessive' : 'greedy'
    if (body.kind === 'assertion') throw new PatternError('nothing to repeat')
    body = { kind: 'repeat', body, min, max, mode }
  }
}

/** Smallest and largest count; undefined if the braces hold no count and are literals. */
function rangeOf([, sign, low, comma, high]: RegExpExecArray): readonly [number, number] | undefined {
  if (sign === '*') return [0, Number.POSITIVE_INFINITY]
  if (sign === '+') return [1, Number.POSITIVE_INFINITY]
  if (sign === '?') return [0, 1]
  if (low === '' && (!comma || high === '')) return undefined
  const min = Number(low === '' ? 0 : low)
  if (!comma) return [min, min]
  return [min, high === '' ? Number.POSITIVE_INFINITY : Number(high)]
}

function literal(code: number, flags: Flags): Node {
  return character((other) => other === code, flags)
}

function character(test: Test, flags: Flags): Node {
  return { kind: 'character', test: flags.anyCase ? withAnyCase(test) : test }
}

function readAtom(reader: Reader, flags: Flags): Node {
  switch (peek(reader) ?? '') {
    case '(':
      return readGroup(reader, flags)
    case '[':
      return character(readClass(reader, flags), flags)
    case '.':
      reader.at++
      return { kind: 'character', test: flags.dotAll ? () => true : (code) => code !== 10 }
    case '^':
      reader.at++
      return { kind: 'assertion', holds: flags.multiline ? isLineStart : (_text, at) => at === 0 }
    case '$':
      reader.at++
      return { kind: 'assertion', holds: flags.multiline ? isLineEndAt : isTextEnd }
    case '\\':
      return readEscape(reader, flags)
    case '*':
    case '+':
    case '?':
      throw new PatternError('nothing to repeat')
    default: {
      const code = reader.source.codePointAt(reader.at) ?? 0
      reader.at += code > 0xffff ? 2 : 1
      return literal(code, flags)
    }
  }
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n'
}

function isLineEndAt(text: string, at: number): boolean {
  return at === text.length || text[at] === '\n'
}

function isTextEnd(text: string, at: number): boolean {
  return at === text.length || (at === text.length - 1 && text[at] === '\n')
}

function isWordEdge(text: string, at: number): boolean {
  const before = at > 0 && isWord(text.charCodeAt(at - 1))
  const after = at < text.length && isWord(text.charCodeAt(at))
  return before !== after
}

function readGroup(reader: Reader, flags: Flags): Node {
  const name = takeMatch(reader, /\((?:\?P?<([A-Za-z_]\w*)>|\?'([A-Za-z_]\w*)')/y)
  if (name) return readCapture(reader, flags, name[1] ?? name[2])
  const look = takeMatch(reader, /\(\?(<?)([=!])/y)
  if (look) {
    const body = closed(reader, readChoice(reader, flags))
    return { kind: 'look', body, behind: look[1] === '<', negative: look[2] === '!' }
  }
  if (takeIf(reader, '(?>')) return { kind: 'atomic', body: closed(reader, readChoice(reader, flags)) }
  const options = takeMatch(reader, /\(\?([imsx]*)(?:-([imsx]+))?:/y)
  if (options) return closed(reader, readChoice(reader, withOptions(flags, options[1] ?? '', options[2] ?? '')))
  if (reader.source.startsWith('(?', reader.at) || reader.source.startsWith('(*', reader.at)) {
    throw new PatternError('unknown kind of group')
  }
  reader.at++
  return readCapture(reader, flags, undefined)
}

function readCapture(reader: Reader, flags: Flags, name: string | undefined): Node {
  const index = ++reader.groups
  if (name !== undefined) {
    if (reader.names.has(name)) throw new PatternError('name used twice')
    reader.names.set(name, index)
  }
  return { kind: 'capture', index, body: closed(reader, readChoice(reader, flags)) }
}

function closed(reader: Reader, node: Node): Node {
  if (!takeIf(reader, ')')) throw new PatternError('missing parenthesis')
  return node
}

const SHORTHANDS: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
  h: isHorizontalSpace,
  H: not(isHorizontalSpace),
  v: isLineEnd,
  V: not(isLineEnd),
  N: (code) => code !== 10,
}

const ASSERTIONS: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  b: isWordEdge,
  B: (text, at) => !isWordEdge(text, at),
  A: (_text, at) => at === 0,
  z: (text, at) => at === text.length,
  Z: isTextEnd,
}

function readEscape(reader: Reader, flags: Flags): Node {
  const reference = takeMatch(reader, /\\(?:([1-9]\d?)|g\{?(-?\d+)\}?|[kg](?:<(\w+)>|\{(\w+)\}|'(\w+)'))/y)
  if (reference) return backreference(reader, reference, flags)
  const letter = reader.source[reader.at + 1] ?? ''
  const shorthand = SHORTHANDS[letter]
  if (shorthand) {
    reader.at += 2
    return { kind: 'character', test: shorthand }
  }
  const assertion = ASSERTIONS[letter]
  if (assertion) {
    reader.at += 2
    return { kind: 'assertion', holds: assertion }
  }
  if (letter === 'K') {
    reader.at += 2
    return { kind: 'keep' }
  }
  if (letter === 'R') {
    reader.at += 2
    return lineBreak()
  }
  const test = readProperty(reader)
  return test ? character(test, flags) : literal(readCharacterEscape(reader), flags)
}

/** `\R`: a line break; carriage return and line feed count as one. */
function lineBreak(): Node {
  const unit = (code: number): Node => ({ kind: 'character', test: (other) => other === code })
  const pair: Node = { kind: 'sequence', items: [unit(13), unit(10)] }
  return { kind: 'atomic', body: { kind: 'choice', options: [pair, { kind: 'character', test: isLineEnd }] } }
}

function backreference(reader: Reader, match: RegExpExecArray, flags: Flags): Node {
  const [, plain, braced, ...names] = match
  const name = names.find((candidate) => candidate !== undefined)
  const number = plain ?? braced
  const index = name === undefined ? groupNumber(reader, Number(number)) : reader.names.get(name)
  if (index === undefined) throw new PatternError('unknown group')
  return { kind: 'backreference', index, anyCase: flags.anyCase }
}

function groupNumber(reader: Reader, number: number): number | undefined {
  const index = number < 0 ? reader.groups + 1 + number : number
  return index >= 1 ? index : undefined
}

function readProperty(reader: Reader): Test | undefined {
  const match = takeMatch(reader, /\\([pP])(?:\{(\^?)(\w+)\}|([A-Z]))/y)
  if (!match) return undefined
  const [, letter, caret, long, short] = match
  const test = property(long ?? short ?? '')
  if (!test) throw new PatternError('unknown property')
  return (letter === 'P') !== (caret === '^') ? not(test) : test
}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, e: 27, a: 7 }

/** One character written with a backslash. */
function readCharacterEscape(reader: Reader): number {
  const hex = takeMatch(reader, /\\x(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{0,2}))/y)
  if (hex) return codePoint(Number.parseInt(hex[1] ?? (hex[2] || '0'), 16))
  const octal = takeMatch(reader, /\\(?:0([0-7]{0,2})|o\{([0-7]+)\})/y)
  if (octal) return codePoint(Number.parseInt(octal[1] || octal[2] || '0', 8))
  const control = takeMatch(reader, /\\c([ -~])/y)
  if (control?.[1]) return control[1].toUpperCase().charCodeAt(0) ^ 0x40
  const code = reader.source.codePointAt(reader.at + 1)
  if (code === undefined) throw new PatternError('nothing after the backslash')
  reader.at += code > 0xffff ? 3 : 2
  const char = String.fromCodePoint(code)
  const known = CONTROLS[char]
  if (known !== undefined) return known
  if (/[A-Za-z0-9]/.test(char)) throw new PatternError('unknown escape')
  return code
}

function codePoint(code: number): number {
  if (code > 0x10ffff) throw new PatternError('no such character')
  return code
}

function readClass(reader: Reader, flags: Flags): Test {
  reader.at++
  const negated = takeIf(reader, '^')
  const tests: Test[] = []
  for (let first = true; ; first = false) {
    const char = peek(reader)
    if (char === undefined) throw new PatternError('missing bracket')
    if (char === ']' && !first) break
    tests.push(readClassItem(reader))
  }
  reader.at++
  const any: Test = (code) => tests.some((test) => test(code))
  const folded = flags.anyCase ? withAnyCase(any) : any
  return negated ? not(folded) : any
}

function readClassItem(reader: Reader): Test {
  const posix = takeMatch(reader, /\[:(\^?)([a-z]+):\]/y)
  if (posix) {
    const test = posixClasses[posix[2] ?? '']
    if (!test) throw new PatternError('unknown class')
    return posix[1] ? not(test) : test
  }
  const set = readSet(reader)
  if (set) return set
  const low = readClassCharacter(reader)
  const next = reader.source[reader.at + 1]
  if (peek(reader) !== '-' || next === ']' || next === undefined) return (code) => code === low
  const before = reader.at
  reader.at++
  if (readSet(reader) !== undefined) {
    // "[a-\d]": the hyphen is a literal.
    reader.at = before
    return (code) => code === low
  }
  const high = readClassCharacter(reader)
  if (high < low) throw new PatternError('range out of order')
  return (code) => code >= low && code <= high
}

/** A shorthand or property inside a class. */
function readSet(reader: Reader): Test | undefined {
  if (peek(reader) !== '\\') return undefined
  const shorthand = SHORTHANDS[reader.source[reader.at + 1] ?? '']
  if (!shorthand) return readProperty(reader)
  reader.at += 2
  return shorthand
}

function readClassCharacter(reader: Reader): number {
  if (peek(reader) === '\\') {
    if (takeIf(reader, '\\b')) return 8
    return readCharacterEscape(reader)
  }
  const code = reader.source.codePointAt(reader.at)
  if (code === undefined) throw new PatternError('missing bracket')
  reader.at += code > 0xffff ? 2 : 1
  return code
}
