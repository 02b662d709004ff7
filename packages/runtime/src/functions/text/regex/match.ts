import type { Instruction, Program } from './compile.ts'
import { PatternError } from './syntax.ts'

/** Start and end of the match and of each group; -1 for a group that did not match. */
export type Registers = readonly number[]

interface Branch {
  readonly pc: number
  readonly at: number
  readonly registers: Registers
}

/** Most backtracking points of one match; a pattern that needs more is refused. */
const MAX_BRANCHES = 1_000_000
/** Steps between two charges to the budget. */
const CHARGE_EVERY = 256

/** What every step reads: the text, and the budget that ends runaway patterns. */
interface Run {
  readonly text: string
  readonly charge: (steps: number) => void
  steps: number
}

/** First match at or after a position. */
export function findMatch(
  program: Program,
  text: string,
  from: number,
  charge: (steps: number) => void,
): Registers | undefined {
  const run: Run = { text, charge, steps: 0 }
  const blank: number[] = Array.from({ length: program.registers }, () => -1)
  for (let start = from; start <= text.length; start++) {
    if (isInsidePair(text, start)) continue
    const found = step(program.instructions, run, start, blank.with(0, start), undefined)
    if (found) return found.registers.with(1, found.at)
  }
  return undefined
}

function isInsidePair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff
}

/** Every match, left to right, without overlap; an empty match advances by one character. */
export function findMatches(program: Program, text: string, charge: (steps: number) => void): readonly Registers[] {
  const found: Registers[] = []
  for (let from = 0; from <= text.length; ) {
    const match = findMatch(program, text, from, charge)
    if (!match) break
    found.push(match)
    const [start = 0, end = 0] = match
    from = end > start ? end : end + 1
  }
  return found
}

interface Outcome {
  readonly at: number
  readonly registers: Registers
}

/** Runs a program from a position with a backtracking stack; `mustEndAt` requires a match that ends there. */
function step(
  program: readonly Instruction[],
  run: Run,
  start: number,
  initial: Registers,
  mustEndAt: number | undefined,
): Outcome | undefined {
  const branches: Branch[] = []
  let state: Branch | undefined = { pc: 0, at: start, registers: initial }
  while (state) {
    const { pc, at, registers }: Branch = state
    if (++run.steps % CHARGE_EVERY === 0) run.charge(CHARGE_EVERY)
    const instruction = program[pc]
    if (!instruction || instruction.op === 'done') {
      if (mustEndAt === undefined || at === mustEndAt) return { at, registers }
      state = branches.pop()
      continue
    }
    if (instruction.op === 'split') {
      if (branches.length >= MAX_BRANCHES) throw new PatternError('pattern needs too much memory')
      branches.push({ pc: instruction.second, at, registers })
      state = { pc: instruction.first, at, registers }
      continue
    }
    state = advance(instruction, run, pc, at, registers) ?? branches.pop()
  }
  return undefined
}

/** One instruction with a single successor; undefined if it fails. */
function advance(
  instruction: Exclude<Instruction, { op: 'split' | 'done' }>,
  run: Run,
  pc: number,
  at: number,
  registers: Registers,
): Branch | undefined {
  switch (instruction.op) {
    case 'character': {
      const code = run.text.codePointAt(at)
      if (code === undefined || !instruction.test(code)) return undefined
      return { pc: pc + 1, at: at + (code > 0xffff ? 2 : 1), registers }
    }
    case 'assert':
      return instruction.holds(run.text, at) ? { pc: pc + 1, at, registers } : undefined
    case 'jump':
      return { pc: instruction.to, at, registers }
    case 'save':
      return { pc: pc + 1, at, registers: registers.with(instruction.register, at) }
    case 'moved':
      return registers[instruction.register] === at ? undefined : { pc: pc + 1, at, registers }
    case 'backreference':
      return followBackreference(instruction, run, pc, at, registers)
    case 'look':
      return lookAround(instruction, run, pc, at, registers)
    case 'atomic': {
      const inner = step(instruction.program, run, at, registers, undefined)
      return inner && { pc: pc + 1, at: inner.at, registers: inner.registers }
    }
    default:
      return instruction satisfies never
  }
}

function followBackreference(
  { index, anyCase }: Extract<Instruction, { op: 'backreference' }>,
  run: Run,
  pc: number,
  at: number,
  registers: Registers,
): Branch | undefined {
  const start = registers[2 * index] ?? -1
  const end = registers[2 * index + 1] ?? -1
  if (start < 0 || end < 0) return undefined
  const wanted = run.text.slice(start, end)
  const here = run.text.slice(at, at + wanted.length)
  const same = anyCase ? here.toLowerCase() === wanted.toLowerCase() : here === wanted
  return same ? { pc: pc + 1, at: at + wanted.length, registers } : undefined
}

function lookAround(
  instruction: Extract<Instruction, { op: 'look' }>,
  run: Run,
  pc: number,
  at: number,
  registers: Registers,
): Branch | undefined {
  const inner = instruction.behind
    ? lookBehind(instruction.program, run, at, registers)
    : step(instruction.program, run, at, registers, undefined)
  if (instruction.negative) return inner ? undefined : { pc: pc + 1, at, registers }
  return inner && { pc: pc + 1, at, registers: inner.registers }
}

function lookBehind(program: readonly Instruction[], run: Run, at: number, registers: Registers): Outcome | undefined {
  for (let start = at; start >= 0; start--) {
    const inner = step(program, run, start, registers, at)
    if (inner) return inner
  }
  return undefined
}
