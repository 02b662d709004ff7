import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { cellName } from '../model/address.ts'
import { escapeText } from './xml-tokens.ts'

/** How a value is stored: the `t` attribute and the content of the cell. */
export interface StoredValue {
  readonly type: string | undefined
  /** The element's name and content, given its prefix. */
  readonly content: (prefix: string) => string
}

/** Errors that the file format stores by their text. Newer ones need metadata; Excel writes them as #VALUE!. */
const storable = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA'])

export function storedValue(value: Scalar, hasFormula: boolean): StoredValue {
  if (value === null) return { type: undefined, content: () => '' }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return plain('e', '#NUM!')
    return plain(undefined, String(Object.is(value, -0) ? 0 : value))
  }
  if (typeof value === 'boolean') return plain('b', value ? '1' : '0')
  if (value instanceof ExcelError) {
    // Uncomputable values are left for Excel to compute.
    if (value.uncomputable) return { type: undefined, content: () => '' }
    return plain('e', storable.has(value.code) ? value.code : '#VALUE!')
  }
  const text = escapeText(escapeControls(value))
  if (hasFormula) return plain('str', text)
  return {
    type: 'inlineStr',
    content: (prefix) => `<${prefix}is><${prefix}t xml:space="preserve">${text}</${prefix}t></${prefix}is>`,
  }
}

/** A cell that is new in the file. */
export function newCellXml(row: number, col: number, value: Scalar, style: number, prefix: string): string {
  const { type, content } = storedValue(value, false)
  const attributes = `${style === 0 ? '' : ` s="${style}"`}${type === undefined ? '' : ` t="${type}"`}`
  return `<${prefix}c r="${cellName(row, col)}"${attributes}>${content(prefix)}</${prefix}c>`
}

function plain(type: string | undefined, text: string): StoredValue {
  return { type, content: (prefix) => `<${prefix}v>${text}</${prefix}v>` }
}

const CODE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g

/** Characters that XML cannot hold, and text that looks like their escape, are written as `_x000D_`. */
function escapeControls(text: string): string {
  return Array.from(text.replace(CODE_LIKE, '_x005F_'), (character) => {
    const code = character.charCodeAt(0)
    const isLoneSurrogate = character.length === 1 && code >= 0xd800 && code <= 0xdfff
    if ((code >= 32 && code < 0xfffe && !isLoneSurrogate) || character === '\t' || character === '\n') return character
    return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`
  }).join('')
}
