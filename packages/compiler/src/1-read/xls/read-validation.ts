import type { Range } from '../../model/address.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import { decodeFormula, type FormulaScope } from '../biff/decode-formula.ts'
import { validationFlags } from '../biff/validation-flags.ts'
import { listItems } from '../list-items.ts'
import type { SheetBuilder } from '../sheet-builder.ts'
import type { Globals } from './read-globals.ts'

/** Data validations exist from Excel 97 on. */
export function readValidation(body: ByteReader, globals: Globals, scope: FormulaScope, builder: SheetBuilder): void {
  const { isTypedList, ...flags } = validationFlags(body.u32())
  const [promptTitle, errorTitle, promptMessage, errorMessage] = [
    optionalText(body, globals),
    optionalText(body, globals),
    optionalText(body, globals),
    optionalText(body, globals),
  ]
  const [first, second] = [storedTokens(body), storedTokens(body)]
  const ranges: Range[] = []
  for (let count = body.u16(); count > 0; count--) {
    const [top, bottom, left, right] = [body.u16(), body.u16(), body.u16(), body.u16()]
    ranges.push({ top, left, bottom, right })
  }
  const cell = { row: ranges[0]?.top ?? 0, col: ranges[0]?.left ?? 0 }
  const text = (tokens: Buffer): string | undefined => {
    if (tokens.length === 0) return undefined
    const decoded = decodeFormula(tokens, Buffer.alloc(0), cell, globals.layout, scope)
    if (decoded.kind === 'text') return decoded.text
    const reason = decoded.kind === 'unreadable' ? decoded.reason : 'it points to a cell'
    builder.note('VALIDATION_UNREADABLE', { reason }, cell)
    return undefined
  }
  const formula1 = text(first)
  builder.validation({
    ...flags,
    ranges,
    items: isTypedList ? typedItems(formula1) : undefined,
    formula1: isTypedList ? formula1?.replaceAll('\0', ',') : formula1,
    formula2: text(second),
    errorTitle,
    errorMessage,
    promptTitle,
    promptMessage,
  })
}

function storedTokens(body: ByteReader): Buffer {
  const length = body.u16()
  body.skip(2)
  return body.slice(length)
}

/** A single NUL character means no text. */
function optionalText(body: ByteReader, globals: Globals): string | undefined {
  const text = globals.text.long(body)
  return text === '\0' || text === '' ? undefined : text
}

/** NUL characters separate the choices, so choices may hold commas. */
function typedItems(formula: string | undefined): string[] | undefined {
  if (!formula?.includes('\0')) return listItems(formula)
  return formula
    .slice(1, -1)
    .replaceAll('""', '"')
    .split('\0')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
