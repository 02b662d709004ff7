import { TINY } from '@sheetwright/runtime/program/fast-values.ts'
import type { Family } from '../4-analyse/family.ts'
import { Code, js } from './code.ts'
import type { Frame } from './frame.ts'
import { mayDoubt } from './may-doubt.ts'
import { homeOf, type ProgramBuilder } from './program-builder.ts'
import type { Line, Slot } from './storage.ts'
import type { Typed } from './typed-expression.ts'
import { TypedWriter } from './typed.ts'

/** Computes and stores one cell of a family. */
export function writeCell(program: ProgramBuilder, frame: Frame, family: Family): void {
  frame.at(program.label(family.sheet, family.row, family.col))
  const slot = program.storage.slotOf(family)
  const { row, col } = homeOf(family, frame)
  const computed = js`${program.exact(family)}(${row}, ${col})`
  const exact = frame.restless ? js`(${frame.restless} = true, ${computed})` : computed
  const typed =
    program.isExact(family) || !program.options.typed ? undefined : new TypedWriter(program, family, frame).formula()
  const local = Code.name(program.cellName(family).text, program.counter())
  if (slot) keepSingle(program, frame, family, slot, local, typed, exact)
  else keepInLine(program, frame, family, local, typed, exact)
  frame.wrote(family)
  if (frame.restless && /\bpart_\d/.test(frame.textSince())) frame.before(js`${frame.restless} = true`)
  frame.at(undefined)
}

function keepSingle(
  program: ProgramBuilder,
  frame: Frame,
  family: Family,
  slot: Slot,
  local: Code,
  typed: Typed | undefined,
  exact: Code,
): void {
  if (slot.kind === 'numbers') {
    keepNumber(frame, local, typed, exact, js`pool`, js`N[${slot.index}]`, js`${slot.index}`)
  } else {
    keepValue(frame, local, typed, exact, js`V`, js`${slot.index}`)
  }
  frame.keepSlot(slot.kind, slot.index, local)
  for (const { line, index } of program.storage.copiesOf(family.sheet, family.row, family.col)) {
    if (slot.kind !== 'numbers') frame.before(js`host.put(${line.name}, ${index}, ${local})`)
    else {
      const put = js`host.put(${line.name}, ${index}, host.valueOf(pool, ${slot.index}))`
      const isPlain = line.kind === 'numbers'
      frame.before(isPlain ? js`if (${local} === ${local}) A[${line.offset + index}] = ${local} + 0; else ${put}` : put)
    }
  }
}

function keepInLine(
  program: ProgramBuilder,
  frame: Frame,
  family: Family,
  local: Code,
  typed: Typed | undefined,
  exact: Code,
): void {
  const { storage } = program
  const line = (
    family.axis === 'down'
      ? storage.line('down', family.sheet, family.col, family.row)
      : storage.line('across', family.sheet, family.row, family.col)
  ) as Line
  const index = line.from === 0 ? frame.line : js`${frame.line} + ${-line.from}`
  if (line.kind === 'numbers')
    keepNumber(frame, local, typed, exact, line.name, js`A[${frame.line} + ${line.offset - line.from}]`, index)
  else keepValue(frame, local, typed, exact, frame.values(line), index)
  if (frame.isLoop) frame.keepElement(line, index, local)
}

function keepNumber(
  frame: Frame,
  local: Code,
  typed: Typed | undefined,
  exact: Code,
  store: Code,
  target: Code,
  index: Code,
): void {
  const code =
    !typed || typed.type === 'text' || typed.type === 'boolean'
      ? undefined
      : typed.type === 'number'
        ? typed.code
        : js`f.onlyNumber(${typed.code})`
  if (!code) {
    frame.declare(js`let ${local} = host.keep(${store}, ${index}, ${exact})`, local)
    return
  }
  frame.declare(js`let ${local} = ${code}`, local)
  const isDoubtful = mayDoubt(frame.textSince())
  if (typed?.type === 'number' && typed.normal) {
    const doubt = isDoubtful ? js`d.raised || ${local} !== ${local}` : js`${local} !== ${local}`
    frame.before(
      js`if (${doubt}) { d.raised = false; ${local} = host.keep(${store}, ${index}, ${exact}) } else ${target} = ${local} + 0`,
    )
    return
  }
  if (!isDoubtful) {
    frame.before(
      js`if (${settled(local)}) ${target} = ${local} + 0; else ${local} = host.keep(${store}, ${index}, ${exact})`,
    )
    return
  }
  frame.before(
    js`if (d.raised || !(${settled(local)})) { d.raised = false; ${local} = host.keep(${store}, ${index}, ${exact}) } else ${target} = ${local} + 0`,
  )
}

function keepValue(frame: Frame, local: Code, typed: Typed | undefined, exact: Code, array: Code, index: Code): void {
  if (!typed) frame.declare(js`let ${local} = ${exact}`, local)
  else {
    const code = typed.type === 'number' && typed.literal === undefined ? js`f.scalar(${typed.code})` : typed.code
    frame.declare(js`let ${local} = ${code}`, local)
    frame.before(js`if (d.raised) { d.raised = false; ${local} = ${exact} } else if (${local} === null) ${local} = 0`)
  }
  frame.before(js`${array}[${index}] = ${local}`)
}

/**
 * Is it a number that a cell can hold unchanged? Inlined, because the JavaScript engine stops inlining calls in long
 * functions.
 */
function settled(local: Code): Code {
  return js`Math.abs(${local}) >= ${TINY} && Math.abs(${local}) < Infinity || ${local} === 0`
}
