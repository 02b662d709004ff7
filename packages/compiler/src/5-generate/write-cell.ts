import type { Family } from '../4-analyse/family.ts'
import { Code, js } from './code.ts'
import type { Frame } from './frame.ts'
import { mayDoubt } from './may-doubt.ts'
import { examination, isWithin, KEPT, narrowed, NORMAL, type NumberSize } from './number-size.ts'
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
  const place = { store: js`pool`, target: js`N[${slot.index}]`, index: js`${slot.index}`, bounds: NORMAL }
  const size =
    slot.kind === 'numbers'
      ? keepNumber(frame, local, typed, exact, place)
      : keepValue(frame, local, typed, exact, js`V`, place.index)
  frame.keepSlot(slot.kind, slot.index, { local, size })
  program.knowTexts(family, typed?.texts)
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
  const target = js`A[${frame.line} + ${line.offset - line.from}]`
  // What is computed in few lines is examined fully, so that what all lines compute from it need not be.
  const bounds = frame.restless ? KEPT : frame.expected(line)
  const size =
    line.kind === 'numbers'
      ? keepNumber(frame, local, typed, exact, { store: line.name, target, index, bounds })
      : keepValue(frame, local, typed, exact, frame.values(line), index)
  if (frame.isLoop) frame.keepElement(line, index, { local, size })
}

/** Where a number is kept, and what its size has to be within in the variable. */
interface NumberPlace {
  readonly store: Code
  readonly target: Code
  readonly index: Code
  readonly bounds: NumberSize
}

/** Returns the size of the number in the variable, which is NaN for any other. */
function keepNumber(
  frame: Frame,
  local: Code,
  typed: Typed | undefined,
  exact: Code,
  { store, target, index, bounds }: NumberPlace,
): NumberSize {
  const code =
    !typed || typed.type === 'text' || typed.type === 'boolean'
      ? undefined
      : typed.type === 'number'
        ? typed.code
        : js`f.onlyNumber(${typed.code})`
  if (!code) {
    frame.declare(js`let ${local} = host.keep(${store}, ${index}, ${exact})`, local)
    return KEPT
  }
  frame.declare(js`let ${local} = ${code}`, local)
  const known = typed?.type === 'number' ? typed.size : NORMAL
  const isKnown = isWithin(known, bounds)
  const examined = examination(known, bounds, local, local)
  const size = inWholeDecades(isKnown ? known : examined.size)
  const again = js`${local} = host.keep(${store}, ${index}, ${exact}${isWithin(KEPT, size) ? js`` : js`, ${10 ** size.least}, ${10 ** size.most}`})`
  const isDoubtful = mayDoubt(frame.textSince())
  if (isKnown) {
    const doubt = isDoubtful ? js`d.raised || ${local} !== ${local}` : js`${local} !== ${local}`
    frame.before(js`if (${doubt}) { d.raised = false; ${again} } else ${target} = ${local} + 0`)
  } else if (isDoubtful) {
    frame.before(js`if (d.raised || !(${examined.test})) { d.raised = false; ${again} } else ${target} = ${local} + 0`)
  } else frame.before(js`if (${examined.test}) ${target} = ${local} + 0; else ${again}`)
  return size
}

/** A little wider, so that the bounds are short to write. */
function inWholeDecades({ least, most }: NumberSize): NumberSize {
  return narrowed({ least: Math.floor(least), most: Math.ceil(most) }, NORMAL)
}

function keepValue(
  frame: Frame,
  local: Code,
  typed: Typed | undefined,
  exact: Code,
  array: Code,
  index: Code,
): NumberSize {
  if (!typed) frame.declare(js`let ${local} = ${exact}`, local)
  else {
    const code = typed.type === 'number' && typed.literal === undefined ? js`f.scalar(${typed.code})` : typed.code
    frame.declare(js`let ${local} = ${code}`, local)
    frame.before(js`if (d.raised) { d.raised = false; ${local} = ${exact} } else if (${local} === null) ${local} = 0`)
  }
  frame.before(js`${array}[${index}] = ${local}`)
  return NORMAL
}
