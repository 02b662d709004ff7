import { numberToText } from '../coerce.ts'
import { parts, round, toDecimal } from './decimal.ts'

/** Widest number, in characters without the sign, that the General format shows. */
const WIDTH = 11

/** A number in the General format of a wide enough cell: 11 characters, scientific notation if that shows more. */
export function formatGeneral(value: number): string {
  if (value === 0) return '0'
  const sign = value < 0 ? '-' : ''
  const decimal = toDecimal(value)
  const exponent = decimal.point - 1
  if (exponent >= WIDTH) return sign + scientific(value)
  if (exponent >= -4) return sign + plain(value, exponent >= 0 ? WIDTH - 2 - exponent : WIDTH - 2)
  const places = decimal.digits.length - decimal.point
  return places <= WIDTH - 2 ? sign + plain(value, places) : sign + scientific(value)
}

function plain(value: number, places: number): string {
  const { whole, fraction } = parts(round(toDecimal(value), Math.max(places, 0)))
  return fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`
}

function scientific(value: number): string {
  const [mantissa = '', exponent = '0'] = Math.abs(Number(numberToText(value)))
    .toExponential(5)
    .split('e')
  const power = Number(exponent)
  const digits = mantissa.replace(/\.?0+$/, '')
  return `${digits}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}
