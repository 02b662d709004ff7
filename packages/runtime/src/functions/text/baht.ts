import { parts, round, toDecimal } from '../../formats/decimal.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const DIGITS = ['', 'หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก', 'เจ็ด', 'แปด', 'เก้า']
const PLACES = ['', 'สิบ', 'ร้อย', 'พัน', 'หมื่น', 'แสน']
const MILLION = 'ล้าน'

/** Up to six digits in words: two tens have a special word, and so has a final one after tens. */
function sixDigits(digits: string): string {
  let words = ''
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[i])
    const place = digits.length - 1 - i
    if (digit === 0) continue
    if (place === 1 && digit === 1) words += PLACES[1]
    else if (place === 1 && digit === 2) words += `ยี่${PLACES[1]}`
    else if (place === 0 && digit === 1 && /[1-9]/.test(digits.slice(0, -1))) words += 'เอ็ด'
    else words += `${DIGITS[digit]}${PLACES[place]}`
  }
  return words
}

function inWords(digits: string): string {
  if (digits.length <= 6) return sixDigits(digits)
  return inWords(digits.slice(0, -6)) + MILLION + sixDigits(digits.slice(-6))
}

/** An amount in Thai words: baht, and satang or "exactly". */
function bahtText(value: number): string {
  const { whole, fraction } = parts(round(toDecimal(value), 2))
  const satang = fraction.padEnd(2, '0').replace(/^0+/, '')
  const isZero = whole === '' && satang === ''
  const sign = value < 0 && !isZero ? 'ลบ' : ''
  const baht = whole === '' ? (satang === '' ? 'ศูนย์บาท' : '') : `${inWords(whole)}บาท`
  return sign + baht + (satang === '' ? 'ถ้วน' : `${sixDigits(fraction.padEnd(2, '0'))}สตางค์`)
}

export const bahtFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'BAHTTEXT',
    params: [{ name: 'number', kind: 'number' }],
    body: (_context, value) => bahtText(value),
  }),
]
