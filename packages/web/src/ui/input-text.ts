import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'

type ValueType = NonNullable<EnginePort['type']>

/** A value as editable text, in the format of the API. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const numeric: ReadonlySet<ValueType> = new Set(['number', 'integer', 'percent', 'currency'])

export function isNumeric(type: ValueType | undefined): boolean {
  return type !== undefined && numeric.has(type)
}

/**
 * Parses typed text. Text that does not fit the type is returned as text: the engine answers with what it allows. Empty
 * text blanks the cell.
 */
export function valueOf(typed: string, type: ValueType | undefined): unknown {
  const text = typed.trim()
  if (text === '') return null
  if (isNumeric(type)) return numberOf(text) ?? typed
  if (type === 'boolean') return booleanOf(text) ?? typed
  return typed
}

/** Whether a text can be parsed as the type; the engine judges dates and times. */
export function isReadable(typed: string, type: ValueType): boolean {
  const text = typed.trim()
  if (text === '') return true
  if (isNumeric(type)) return numberOf(text) !== undefined
  return type !== 'boolean' || booleanOf(text) !== undefined
}

/**
 * Whether an engine may take a text for an input of this type. It reads what Excel reads in the language of its
 * workbook, such as $1,000, so it alone judges a text with digits.
 */
export function mayBeTaken(typed: string, type: ValueType): boolean {
  return isReadable(typed, type) || (isNumeric(type) && /\d/.test(halfWidth(typed)))
}

/** Parses numbers with or without thousands separators, and percentages. */
function numberOf(text: string): number | undefined {
  const found = /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:e[+-]?\d+)?)\s*(%?)$/i.exec(halfWidth(text))
  if (found === null || !/\d/.test(found[1] ?? '')) return undefined
  // Shifting the exponent of the decimal text keeps 5.1% exactly 0.051.
  const digits = (found[1] ?? '').replaceAll(',', '')
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e')
  const value = Number(`${mantissa}e${Number(exponent) - (found[2] === '%' ? 2 : 0)}`)
  return Number.isFinite(value) ? value : undefined
}

/** Percentages are typed in percent: 5 means 5 %, in wide digits too. */
export function inPercent(typed: string): string {
  return /\d\s*$/.test(halfWidth(typed)) ? `${typed}%` : typed
}

/** Japanese input methods write digits and signs as wide as kanji; Excel takes them as numbers, too. */
export function halfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

function booleanOf(text: string): boolean | undefined {
  if (/^(?:true|yes|1)$/i.test(text)) return true
  if (/^(?:false|no|0)$/i.test(text)) return false
  return undefined
}
