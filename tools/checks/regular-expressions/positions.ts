import type { AST } from '@eslint-community/regexpp'

/** A place of the expression that matches one character. */
export interface Position {
  /** One bit for each matching character of the alphabet; 0 for the end of the text, which no character passes. */
  readonly takes: bigint
  /** Number of ways from here to each position; 2 means more than one. */
  readonly next: Map<Position, number>
  /** Its text, for messages. */
  readonly text: string
}

/** An expression as an automaton: a state for each place that matches a character, without empty transitions. */
export interface Automaton {
  readonly start: Position
  /** Positions after which the match is complete, whatever follows. */
  readonly done: ReadonlySet<Position>
}

/** Facts about a part: where it begins and ends, and in how many ways it matches the empty text. */
interface Part {
  readonly first: ReadonlyMap<Position, number>
  readonly last: ReadonlyMap<Position, number>
  readonly empty: number
}

const nothing: Part = { first: new Map(), last: new Map(), empty: 1 }
const never: Part = { first: new Map(), last: new Map(), empty: 0 }
/** Above this many repetitions a limit makes no difference. */
const MOST_COPIES = 8

/**
 * Builds the automaton of a pattern as the engine runs it: searched from every position, unless the flags or `^` say
 * otherwise.
 */
export function automatonOf(pattern: AST.Pattern, flags: AST.Flags, alphabet: readonly string[]): Automaton {
  const all = (1n << BigInt(alphabet.length)) - 1n
  const known = new Map<string, bigint>()

  const charactersOf = (source: string): bigint => {
    const present = known.get(source)
    if (present !== undefined) return present
    const single = new RegExp(`^(?:${source})$`, flags.raw.replace(/[gymd]/g, ''))
    const taken = alphabet.reduce((bits, one, i) => (single.test(one) ? bits | (1n << BigInt(i)) : bits), 0n)
    known.set(source, taken)
    return taken
  }

  const at = (takes: bigint, text: string): Part => {
    const position: Position = { takes, next: new Map(), text }
    const only = new Map([[position, 1]])
    return { first: only, last: only, empty: 0 }
  }

  const build = (node: AST.Node, atStart: boolean): Part => {
    switch (node.type) {
      case 'Pattern':
      case 'CapturingGroup':
      case 'Group':
        return node.alternatives.map((one) => build(one, atStart)).reduce(either)
      case 'Alternative':
        return node.elements.map((one) => build(one, atStart)).reduce(inTurn, nothing)
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return at(charactersOf(node.raw), node.raw)
      case 'Quantifier':
        return repeated(() => build(node.element, atStart), node)
      case 'Assertion':
        return assertion(node, atStart)
      // A back-reference can be anything.
      case 'Backreference':
        return star(() => at(all, node.raw))
      default:
        throw new Error(`Cannot read ${node.type} of a regular expression`)
    }
  }

  const assertion = (node: AST.Assertion, atStart: boolean): Part => {
    if (node.kind === 'start') return atStart || flags.multiline ? nothing : never
    if (node.kind === 'end') return at(flags.multiline ? all : 0n, node.raw)
    if (!('alternatives' in node)) return nothing
    // A lookaround costs time whether it matches or not, and the match continues from where it was.
    const looked = node.alternatives.map((one) => build(one, atStart)).reduce(either)
    return either(nothing, inTurn(looked, at(0n, node.raw)))
  }

  const search = inTurn(
    star(() => at(all, 'any place of the text')),
    build(pattern, false),
  )
  const whole = flags.sticky ? build(pattern, true) : either(build(pattern, true), search)
  const start: Position = { takes: 0n, next: new Map(whole.first), text: '' }
  return { start, done: new Set(whole.last.keys()) }
}

function either(some: Part, other: Part): Part {
  return {
    first: added(some.first, other.first),
    last: added(some.last, other.last),
    empty: atMostTwo(some.empty + other.empty),
  }
}

function inTurn(before: Part, after: Part): Part {
  link(before.last, after.first)
  return {
    first: added(before.first, times(after.first, before.empty)),
    last: added(after.last, times(before.last, after.empty)),
    empty: atMostTwo(before.empty * after.empty),
  }
}

/** The engine abandons an empty repetition, so there is one way to match the empty text. */
function star(make: () => Part): Part {
  const body = make()
  link(body.last, body.first)
  return { ...body, empty: 1 }
}

function repeated(make: () => Part, { min, max }: AST.Quantifier): Part {
  if (max === 0) return nothing
  const copies = Math.min(min, MOST_COPIES)
  const rest = max > min + MOST_COPIES || min > MOST_COPIES ? star(make) : optional(make, max - min)
  return inTurn(Array.from({ length: copies }, make).reduce(inTurn, nothing), rest)
}

/** `x{0,3}` as `(x(x(x)?)?)?`. */
function optional(make: () => Part, most: number): Part {
  let part = nothing
  for (let i = 0; i < most; i++) part = { ...inTurn(make(), part), empty: 1 }
  return part
}

function link(from: ReadonlyMap<Position, number>, to: ReadonlyMap<Position, number>): void {
  for (const [position, ways] of from) {
    for (const [next, more] of to) {
      position.next.set(next, atMostTwo((position.next.get(next) ?? 0) + ways * more))
    }
  }
}

function added(some: ReadonlyMap<Position, number>, other: ReadonlyMap<Position, number>): Map<Position, number> {
  const sum = new Map(some)
  for (const [position, ways] of other) sum.set(position, atMostTwo((sum.get(position) ?? 0) + ways))
  return sum
}

function times(some: ReadonlyMap<Position, number>, factor: number): ReadonlyMap<Position, number> {
  return factor === 0 ? new Map() : new Map([...some].map(([position, ways]) => [position, atMostTwo(ways * factor)]))
}

function atMostTwo(ways: number): number {
  return Math.min(ways, 2)
}
