import { wholeNumber } from '../../numeric/whole-number.ts'
import { errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { japaneseCharacter, japaneseCode } from './japanese-codes.ts'

/** The characters from 128 on: of Windows-1252, with control characters in its gaps, and of the older Mac set. */
const UPPER_HALF = {
  windows:
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
    Array.from({ length: 96 }, (_, index) => String.fromCharCode(160 + index)).join(''),
  mac:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
    '¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
} as const

type CharacterSet = keyof typeof UPPER_HALF

function characterOf(code: number, set: CharacterSet): string {
  return code < 128 ? String.fromCharCode(code) : (UPPER_HALF[set][code - 128] ?? '')
}

/** Number of a character in the set; a missing one counts as a question mark (on the Mac, an underscore). */
function codeOf(text: string, set: CharacterSet): number {
  const unit = text.charCodeAt(0)
  if (unit < 128) return unit
  const index = UPPER_HALF[set].indexOf(text[0] ?? '')
  return index < 0 ? UNKNOWN[set] : 128 + index
}

const UNKNOWN: Readonly<Record<CharacterSet, number>> = { windows: 63, mac: 95 }

function isInJapan({ locale }: CallContext): boolean {
  return locale.startsWith('ja')
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

export const characterFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'CHAR',
    params: [{ name: 'number', kind: 'number' }],
    body: (context, number) => {
      const code = wholeNumber(number)
      const wide = code > 127 && isInJapan(context) ? japaneseCharacter(code) : undefined
      if (wide !== undefined) return wide
      return code < 1 || code > 255 ? errors.value : characterOf(code, context.characterSet ?? 'windows')
    },
  }),
  define({
    name: 'CODE',
    params: [{ name: 'text', kind: 'text' }],
    body: (context, text) => {
      if (text === '') return errors.value
      const wide = text.charCodeAt(0) > 127 && isInJapan(context) ? japaneseCode(text.charAt(0)) : undefined
      return wide ?? codeOf(text, context.characterSet ?? 'windows')
    },
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
