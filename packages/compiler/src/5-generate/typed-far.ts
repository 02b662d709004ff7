import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { type Code, js } from './code.ts'
import { ANY } from './number-size.ts'
import { NotTyped, type Typed } from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { asText, normal } from './typed-conversions.ts'
import { areaPosition, linePosition } from './typed-positions.ts'

/** INDIRECT where one value is expected: the cell that a text names. */
export function namedCell(writer: TypedWriting, args: readonly Bound[], node: BoundCall): Typed {
  const [text, ...more] = args
  const limits = limitsOf(writer, node)
  if (!text || text.kind === 'missing' || more.length > 0) throw new NotTyped()
  const typed = asText(writer, writer.value(text))
  return far(js`far.named(${typed.code}, ${writer.family.sheet}, ${limits})`)
}

/** OFFSET from one cell where one value is expected. */
export function movedCell(writer: TypedWriting, args: readonly Bound[], node: BoundCall): Typed {
  const [base, rows, cols, ...size] = args
  const limits = limitsOf(writer, node)
  if (base?.kind !== 'cell' || !rows || !cols || size.length > 0) throw new NotTyped()
  if (rows.kind === 'missing' || cols.kind === 'missing') throw new NotTyped()
  const { sheet, top, left } = areaPosition(writer, base)
  const place = js`${sheet}, ${linePosition(writer, top)}, ${linePosition(writer, left)}`
  const down = normal(writer, writer.number(rows))
  const across = normal(writer, writer.number(cols))
  return far(js`far.moved(${place}, ${down.code}, ${across.code}, ${limits})`)
}

function far(code: Code): Typed {
  return { code, type: 'scalar', invariant: false, simple: false, size: ANY }
}

/** The areas that the call is restricted to. */
function limitsOf({ program, family, mode }: TypedWriting, node: BoundCall): Code {
  const areas = family.far.get(node)
  if (!areas || mode.elements || mode.tolerant) throw new NotTyped()
  return program.areas(areas)
}
