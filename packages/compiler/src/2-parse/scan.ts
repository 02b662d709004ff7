import { type ExcelError, errorFromCode } from '@sheetwright/runtime/values.ts'
import { FormulaSyntaxError } from './syntax-error.ts'

/**
 * Lexical rules of the formula language. Brackets and `#` mean different things after an operand and before one, so the
 * parser requests the token it can use at a position instead of getting a list.
 */

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const WORD = /[A-Za-z_\\$\u0080-\u2027\u202a-\uffff][\w.\\?$\u0080-\u2027\u202a-\uffff]*/y
const ERROR =
  /#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CONNECT!|BLOCKED!|UNKNOWN!|FIELD!|CALC!|BUSY!|EXTERNAL!|PYTHON!)/iy
const SPACE = /[ \t\r\n\u00a0]*/y

function match(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position
  return pattern.exec(text)?.[0]
}

export function scanNumber(text: string, position: number): string | undefined {
  return match(NUMBER, text, position)
}

/**
 * A run of the characters that names, functions, sheets and A1 references consist of: letters, digits and a few others.
 */
export function scanWord(text: string, position: number): string | undefined {
  return match(WORD, text, position)
}

export function skipSpace(text: string, position: number): number {
  const code = text.charCodeAt(position)
  if (code !== 32 && code !== 10 && code !== 13 && code !== 9 && code !== 160) return position
  return position + (match(SPACE, text, position)?.length ?? 0)
}

export function scanError(text: string, position: number): { value: ExcelError; length: number } | undefined {
  const found = match(ERROR, text, position)
  if (found === undefined) return undefined
  const value = errorFromCode(found) ?? errorFromCode('#UNKNOWN!')
  return value && { value, length: found.length }
}

/**
 * Text between two quotes of the same kind; a doubled quote stands for one. `end` is the index after the closing quote.
 */
export function scanQuoted(text: string, position: number): { value: string; end: number } {
  const quote = text.charAt(position)
  let value = ''
  let from = position + 1
  for (;;) {
    const close = text.indexOf(quote, from)
    if (close < 0) throw new FormulaSyntaxError(`The ${quote} at this place is never closed`, position)
    value += text.slice(from, close)
    if (text.charAt(close + 1) !== quote) return { value, end: close + 1 }
    value += quote
    from = close + 2
  }
}

/**
 * A bracketed piece with balanced inner brackets; an apostrophe escapes the next character. `end` is the index after
 * the closing bracket.
 */
export function scanBracket(text: string, position: number): { inner: string; end: number } {
  let depth = 0
  for (let i = position; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === "'") i++
    else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return { inner: text.slice(position + 1, i), end: i + 1 }
  }
  throw new FormulaSyntaxError('The [ at this place is never closed', position)
}

const SHEET_WORD = /[\w.\\?\u0080-\u2027\u202a-\uffff]+/y
export function scanSheetWord(text: string, position: number): string | undefined {
  SHEET_WORD.lastIndex = position
  return SHEET_WORD.exec(text)?.[0]
}

const DIGITS = /\$?\d{1,7}/y
export function scanDigits(text: string, position: number): string | undefined {
  DIGITS.lastIndex = position
  return DIGITS.exec(text)?.[0]
}

export function isWordContinued(text: string, position: number): boolean {
  return /[\w.\\?$(![\u0080-\uffff]/.test(text.charAt(position))
}
