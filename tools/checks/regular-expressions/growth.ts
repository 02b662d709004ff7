import { RegExpParser } from '@eslint-community/regexpp'
import { alphabetFor } from './alphabet.ts'
import { type Automaton, automatonOf, type Position } from './positions.ts'

/** How the time of a failing match grows with the text, and the parts that can match the same characters. */
export interface Growth {
  readonly kind: 'polynomial' | 'exponential'
  readonly parts: readonly [string, string]
}

/**
 * Finds out whether matching can take more than linear time. A backtracking engine tries every way to match before it
 * gives up. Two consecutive loops over the same characters divide them in as many ways as there are characters; a loop
 * with two ways to match the same characters doubles the ways with each iteration.
 */
export function growthOf(source: string, flags: string): Growth | undefined {
  const parser = new RegExpParser()
  const sets = flags.includes('v')
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u'), unicodeSets: sets })
  const automaton = automatonOf(pattern, parser.parseFlags(flags), alphabetFor(source))
  const groups = loops(automaton.start)
  return exponential(automaton, groups) ?? polynomial(automaton, groups)
}

/** For each repeatable position, the number of its loop. */
type Loops = ReadonlyMap<Position, number>

/** Every transition from a position, by characters. */
function onward(position: Position): Position[] {
  return [...position.next.keys()].filter(({ takes }) => takes !== 0n)
}

/** Strongly connected positions (Tarjan). */
function loops(start: Position): Loops {
  const order = new Map<Position, number>()
  const low = new Map<Position, number>()
  const stack: Position[] = []
  const groups = new Map<Position, number>()
  let groupCount = 0
  const visit = (position: Position): void => {
    order.set(position, order.size)
    let lowest = order.size - 1
    stack.push(position)
    for (const next of onward(position)) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? order.get(next) ?? 0)
    }
    low.set(position, lowest)
    if (lowest !== order.get(position)) return
    const members = stack.splice(stack.indexOf(position))
    if (members.length > 1 || position.next.has(position)) {
      for (const member of members) groups.set(member, groupCount)
    }
    groupCount++
  }
  visit(start)
  return groups
}

function exponential({ done }: Automaton, groups: Loops): Growth | undefined {
  const within = (from: Position) => onward(from).filter((to) => groups.get(to) === groups.get(from) && !done.has(to))
  for (const [start] of groups) {
    // A match that reaches a final position never fails.
    if (done.has(start)) continue
    const seen = new PairSet()
    const open: { some: Position; other: Position; parted: readonly [string, string] | undefined }[] = [
      { some: start, other: start, parted: undefined },
    ]
    for (let now = open.pop(); now; now = open.pop()) {
      for (const some of within(now.some)) {
        for (const other of within(now.other)) {
          if ((some.takes & other.takes) === 0n) continue
          const twice = some === other && now.some === now.other && (now.some.next.get(some) ?? 0) > 1
          const parted = now.parted ?? (some !== other || twice ? [some.text, other.text] : undefined)
          if (parted && some === start && other === start) return { kind: 'exponential', parts: parted }
          if (seen.add(some, other, parted !== undefined)) open.push({ some, other, parted })
        }
      }
    }
  }
  return undefined
}

class PairSet {
  private readonly seen = new Map<Position, Map<Position, Set<boolean>>>()

  /** True if it was not there. */
  add(some: Position, other: Position, parted: boolean): boolean {
    const row = this.seen.get(some) ?? new Map<Position, Set<boolean>>()
    this.seen.set(some, row)
    const cell = row.get(other) ?? new Set()
    row.set(other, cell)
    if (cell.has(parted)) return false
    cell.add(parted)
    return true
  }
}

function polynomial({ done }: Automaton, groups: Loops): Growth | undefined {
  for (const [before] of groups) {
    const reached = reachable(before)
    for (const [after] of groups) {
      if (before === after || done.has(after) || !reached.has(after)) continue
      if (shareText(before, after, groups, reached)) return { kind: 'polynomial', parts: [before.text, after.text] }
    }
  }
  return undefined
}

function reachable(start: Position): Set<Position> {
  const reached = new Set<Position>()
  const open = [start]
  for (let position = open.pop(); position; position = open.pop()) {
    for (const next of onward(position)) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}

/** True if one text leads round the first loop, round the second one, and from the first to the second. */
function shareText(before: Position, after: Position, groups: Loops, reached: ReadonlySet<Position>): boolean {
  const numbers = new Map([...reached, before].map((position, i) => [position, i]))
  const size = numbers.size
  const keyOf = (a: Position, b: Position, c: Position) =>
    ((numbers.get(a) ?? 0) * size + (numbers.get(b) ?? 0)) * size + (numbers.get(c) ?? 0)
  const inLoop = (from: Position) => onward(from).filter((to) => groups.get(to) === groups.get(from))
  const goal = keyOf(before, after, after)
  const seen = new Set<number>()
  const open: [Position, Position, Position][] = [[before, before, after]]
  for (let now = open.pop(); now; now = open.pop()) {
    for (const first of inLoop(now[0])) {
      for (const third of inLoop(now[2])) {
        const both = first.takes & third.takes
        if (both === 0n) continue
        for (const second of onward(now[1])) {
          if ((both & second.takes) === 0n) continue
          const key = keyOf(first, second, third)
          if (key === goal) return true
          if (seen.has(key)) continue
          seen.add(key)
          open.push([first, second, third])
        }
      }
    }
  }
  return false
}
