import { numberToText } from '../../coerce.ts'
import type { Complex } from '../../numeric/complex.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'

/** A complex number as a sheet holds it: its parts and the letter of its imaginary unit. */
export interface SheetComplex extends Complex {
  /** Undefined if the text has no imaginary part. */
  readonly suffix: 'i' | 'j' | undefined
}

const real = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const imaginary = /^([+-]?)((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)?([ij])$/
const both = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)([+-])((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)?([ij])$/

/**
 * Parses a complex number from a cell or argument: a number, or a text such as 3+4i. Other texts are #NUM!, booleans
 * #VALUE!.
 */
export function readComplex(value: Scalar): SheetComplex | ExcelError {
  if (value instanceof ExcelError) return value
  if (typeof value === 'number') return { re: value, im: 0, suffix: undefined }
  if (value === null) return { re: 0, im: 0, suffix: undefined }
  if (typeof value === 'boolean') return errors.value
  return parse(value) ?? errors.num
}

function parse(text: string): SheetComplex | undefined {
  if (real.test(text)) return { re: Number(text), im: 0, suffix: undefined }
  const alone = imaginary.exec(text)
  if (alone) return { re: 0, im: part(alone[1], alone[2]), suffix: letter(alone[3]) }
  const pair = both.exec(text)
  return pair ? { re: Number(pair[1]), im: part(pair[2], pair[3]), suffix: letter(pair[4]) } : undefined
}

function part(sign: string | undefined, size: string | undefined): number {
  return (sign === '-' ? -1 : 1) * Number(size ?? 1)
}

function letter(text: string | undefined): 'i' | 'j' {
  return text === 'j' ? 'j' : 'i'
}

/** Formats a complex number with up to 15 digits per part; parts that are 0 are left out. */
export function writeComplex({ re, im }: Complex, suffix: 'i' | 'j' = 'i'): string | ExcelError {
  if (!Number.isFinite(re) || !Number.isFinite(im)) return errors.num
  const imaginaryText = im === 0 ? '' : coefficient(im) + suffix
  if (re === 0 && im !== 0) return imaginaryText
  const joined = im > 0 ? `+${imaginaryText}` : imaginaryText
  return partText(re) + joined
}

/** The usual format of numbers, but without an exponent down to 0.00001 whatever the length. */
function partText(value: number): string {
  const text = numberToText(value)
  const match = /^(-?)(\d)(?:\.(\d+))?E-05$/.exec(text)
  return match ? `${match[1]}0.0000${match[2]}${match[3] ?? ''}` : text
}

function coefficient(im: number): string {
  const text = partText(im)
  if (text === '1') return ''
  return text === '-1' ? '-' : text
}
