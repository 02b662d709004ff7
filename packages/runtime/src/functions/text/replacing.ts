import { type ExcelError, errors } from '../../values.ts'
import { wholeNumber } from '../../numeric/whole-number.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { MAX_TEXT_LENGTH, textResult } from './limits.ts'

function substitute(text: string, old: string, replacement: string, given: number | undefined): string | ExcelError {
  const instance = given === undefined ? undefined : wholeNumber(given)
  if (instance !== undefined && instance < 1) return errors.value
  if (old === '') return text
  if (instance === undefined) {
    const pieces = text.split(old)
    const length = text.length + (pieces.length - 1) * (replacement.length - old.length)
    return length > MAX_TEXT_LENGTH ? errors.value : pieces.join(replacement)
  }
  let at = -1
  for (let count = instance; count > 0; count--) {
    at = text.indexOf(old, at < 0 ? 0 : at + old.length)
    if (at < 0) return text
  }
  return textResult(text.slice(0, at) + replacement + text.slice(at + old.length))
}

function encodeUrl(text: string): string | ExcelError {
  if (!text.isWellFormed()) return errors.value
  return encodeURIComponent(text).replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

export const replacingFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'SUBSTITUTE',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'old_text', kind: 'text' },
      { name: 'new_text', kind: 'text' },
      { name: 'instance_num', kind: 'number', booleans: 'refuse', optional: true, empty: 'blank' },
    ],
    body: (_context, text, old, replacement, instance) => substitute(text, old, replacement, instance),
  }),
  define({
    name: 'REPT',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'number_times', kind: 'number' },
    ],
    body: (_context, text, times) => {
      const count = Math.trunc(times)
      if (count < 0 || text.length * count > MAX_TEXT_LENGTH) return errors.value
      return text === '' ? '' : text.repeat(count)
    },
  }),
  define({ name: 'ENCODEURL', params: [{ name: 'text', kind: 'text' }], body: (_context, text) => encodeUrl(text) }),
]
