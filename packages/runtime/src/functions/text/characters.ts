import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

/** The characters of Windows-1252 between 128 and 159; where the code page has none, the control character of that number. */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function characterOf(code: number): string {
  return code >= 128 && code <= 159 ? (CP1252[code - 128] ?? '') : String.fromCharCode(code)
}

/** Number of a character in Windows-1252; a character that it lacks counts as a question mark. */
function codeOf(text: string): number {
  const unit = text.charCodeAt(0)
  if (unit < 128 || (unit >= 160 && unit <= 255)) return unit
  const index = CP1252.indexOf(text[0] ?? '')
  return index < 0 ? 63 : 128 + index
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

export const characterFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'CHAR',
    params: [{ name: 'number', kind: 'number' }],
    body: (_context, number) => {
      const code = Math.trunc(number)
      return code < 1 || code > 255 ? errors.value : characterOf(code)
    },
  }),
  define({
    name: 'CODE',
    params: [{ name: 'text', kind: 'text' }],
    body: (_context, text) => (text === '' ? errors.value : codeOf(text)),
  }),
  define({
    name: 'UNICHAR',
    params: [{ name: 'number', kind: 'number' }],
    body: (_context, number) => {
      const code = Math.trunc(number)
      if (code < 1 || code > 0x10ffff) return errors.value
      return isSurrogate(code) || (code & 0xfffe) === 0xfffe ? errors.na : String.fromCodePoint(code)
    },
  }),
  define({
    name: 'UNICODE',
    params: [{ name: 'text', kind: 'text' }],
    body: (_context, text) => {
      const code = text.codePointAt(0)
      return code === undefined || isSurrogate(code) ? errors.value : code
    },
  }),
]
