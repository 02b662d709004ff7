import { type Node, type Pattern, PatternError } from './syntax.ts'

/** An instruction of the matching machine. Numbers are indexes of instructions or registers. */
export type Instruction =
  | { readonly op: 'character'; readonly test: (code: number) => boolean }
  | { readonly op: 'assert'; readonly holds: (text: string, at: number) => boolean }
  /** Continue at `first`; if that fails, at `second`. */
  | { readonly op: 'split'; readonly first: number; readonly second: number }
  | { readonly op: 'jump'; readonly to: number }
  /** Save the position. */
  | { readonly op: 'save'; readonly register: number }
  /** Fail unless the position has moved since it was saved: ends loops over empty matches. */
  | { readonly op: 'moved'; readonly register: number }
  | { readonly op: 'backreference'; readonly index: number; readonly anyCase: boolean }
  | {
      readonly op: 'look'
      readonly program: readonly Instruction[]
      readonly behind: boolean
      readonly negative: boolean
    }
  | { readonly op: 'atomic'; readonly program: readonly Instruction[] }
  | { readonly op: 'done' }

export interface Program {
  readonly instructions: readonly Instruction[]
  /** Start and end of each group (0 is the whole match), then the positions that loops save. */
  readonly registers: number
  readonly groups: number
  readonly names: ReadonlyMap<string, number>
}

/** Counted repetitions are unrolled; a larger pattern is refused. */
const MAX_INSTRUCTIONS = 50_000

interface Builder {
  readonly list: Instruction[]
  readonly shared: { registers: number; size: number }
}

export function compilePattern(pattern: Pattern): Program {
  const shared = { registers: 2 * (pattern.groups + 1), size: 0 }
  const instructions = compileWhole(pattern.root, shared)
  return { instructions, registers: shared.registers, groups: pattern.groups, names: pattern.names }
}

function compileWhole(node: Node, shared: Builder['shared']): readonly Instruction[] {
  const builder: Builder = { list: [], shared }
  emit(builder, node)
  push(builder, { op: 'done' })
  return builder.list
}

function push(builder: Builder, instruction: Instruction): number {
  if (++builder.shared.size > MAX_INSTRUCTIONS) throw new PatternError('pattern too large')
  return builder.list.push(instruction) - 1
}

function emit(builder: Builder, node: Node): void {
  switch (node.kind) {
    case 'empty':
      return
    case 'character':
      push(builder, { op: 'character', test: node.test })
      return
    case 'assertion':
      push(builder, { op: 'assert', holds: node.holds })
      return
    case 'sequence':
      for (const item of node.items) emit(builder, item)
      return
    case 'choice':
      emitChoice(builder, node.options)
      return
    case 'capture':
      push(builder, { op: 'save', register: 2 * node.index })
      emit(builder, node.body)
      push(builder, { op: 'save', register: 2 * node.index + 1 })
      return
    case 'keep':
      push(builder, { op: 'save', register: 0 })
      return
    case 'backreference':
      push(builder, { op: 'backreference', index: node.index, anyCase: node.anyCase })
      return
    case 'look': {
      const program = compileWhole(node.body, builder.shared)
      push(builder, { op: 'look', program, behind: node.behind, negative: node.negative })
      return
    }
    case 'atomic':
      push(builder, { op: 'atomic', program: compileWhole(node.body, builder.shared) })
      return
    case 'repeat':
      emitRepeat(builder, node)
      return
  }
}

function emitChoice(builder: Builder, options: readonly Node[]): void {
  const ends: number[] = []
  options.forEach((option, index) => {
    if (index === options.length - 1) {
      emit(builder, option)
      return
    }
    const split = push(builder, { op: 'jump', to: 0 })
    emit(builder, option)
    ends.push(push(builder, { op: 'jump', to: 0 }))
    builder.list[split] = { op: 'split', first: split + 1, second: builder.list.length }
  })
  for (const end of ends) builder.list[end] = { op: 'jump', to: builder.list.length }
}

function emitRepeat(builder: Builder, node: Extract<Node, { kind: 'repeat' }>): void {
  const { body, min, max, mode } = node
  if (mode === 'possessive') {
    emit(builder, { kind: 'atomic', body: { ...node, mode: 'greedy' } })
    return
  }
  for (let i = 0; i < min; i++) emit(builder, body)
  if (max === Number.POSITIVE_INFINITY) emitLoop(builder, body, mode === 'lazy')
  else emitOptional(builder, body, max - min, mode === 'lazy')
}

function emitLoop(builder: Builder, body: Node, lazy: boolean): void {
  const register = builder.shared.registers++
  const start = push(builder, { op: 'jump', to: 0 })
  push(builder, { op: 'save', register })
  emit(builder, body)
  push(builder, { op: 'moved', register })
  push(builder, { op: 'jump', to: start })
  const after = builder.list.length
  builder.list[start] = lazy
    ? { op: 'split', first: after, second: start + 1 }
    : { op: 'split', first: start + 1, second: after }
}

/** Up to `count` more, each nested in the previous one, so that skipping one skips the rest. */
function emitOptional(builder: Builder, body: Node, count: number, lazy: boolean): void {
  const splits: number[] = []
  for (let i = 0; i < count; i++) {
    splits.push(push(builder, { op: 'jump', to: 0 }))
    emit(builder, body)
  }
  const after = builder.list.length
  for (const split of splits) {
    builder.list[split] = lazy
      ? { op: 'split', first: after, second: split + 1 }
      : { op: 'split', first: split + 1, second: after }
  }
}
