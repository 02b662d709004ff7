import { type ExcelError, errors } from '../../values.ts'
import { findWildcard, hasWildcard } from '../../wildcard.ts'
import { wholeNumber } from '../../numeric/whole-number.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { textResult } from './limits.ts'
import { byteWidth, isDoubleByte } from './widths.ts'

/**
 * How a text is measured. LEFT and RIGHT count characters; LEN, MID, FIND, SEARCH and REPLACE count the two halves of
 * characters such as emojis one by one, unless the workbook asks for newer rules. LEFTB and the like count bytes of a
 * double-byte code page if the language has one. Positions are from 0.
 */
interface Measure {
  length(text: string): number
  /** The part between two positions; half a wide character becomes a blank. */
  slice(text: string, start: number, end: number): string
  /** Index in the text of a position. */
  indexAt(text: string, position: number): number
  /** Position of an index. */
  positionAt(text: string, index: number): number
}

const units: Measure = {
  length: (text) => text.length,
  slice: (text, start, end) => text.slice(start, end),
  indexAt: (_text, position) => position,
  positionAt: (_text, index) => index,
}

const characters: Measure = {
  length: (text) => (hasPairs(text) ? Array.from(text).length : text.length),
  slice: (text, start, end) => (hasPairs(text) ? Array.from(text).slice(start, end).join('') : text.slice(start, end)),
  indexAt: (text, position) => (hasPairs(text) ? Array.from(text).slice(0, position).join('').length : position),
  positionAt: (text, index) => (hasPairs(text) ? Array.from(text.slice(0, index)).length : index),
}

function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text)
}

const bytes: Measure = {
  length: (text) => bytesBefore(text, text.length),
  slice: sliceBytes,
  indexAt: indexOfByte,
  positionAt: bytesBefore,
}

function bytesBefore(text: string, index: number): number {
  let count = 0
  for (let i = 0; i < index; i++) count += byteWidth(text.charCodeAt(i))
  return count
}

function indexOfByte(text: string, position: number): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    if (count >= position) return i
    count += byteWidth(text.charCodeAt(i))
  }
  return text.length + Math.max(0, position - count)
}

function sliceBytes(text: string, start: number, end: number): string {
  let at = 0
  let result = ''
  for (const char of text) {
    const width = bytesBefore(char, char.length)
    const from = at
    at += width
    if (from >= end) break
    if (from >= start && at <= end) result += char
    else if ((from < start && at > start) || (from < end && at > end)) result += ' '
  }
  return result
}

function measureOf(context: CallContext, inBytes: boolean, plain: Measure = units): Measure {
  if (inBytes && isDoubleByte(context.locale)) return bytes
  return context.countsPairsAsOne ? characters : plain
}

function findIn(text: string, sought: string, start: number, measure: Measure): number | ExcelError {
  const position = wholeNumber(start) - 1
  if (position < 0 || position > measure.length(text)) return errors.value
  const found = text.indexOf(sought, measure.indexAt(text, position))
  return found < 0 ? errors.value : measure.positionAt(text, found) + 1
}

function searchIn(
  context: CallContext,
  text: string,
  sought: string,
  start: number,
  measure: Measure,
): number | ExcelError {
  const position = wholeNumber(start) - 1
  if (position < 0 || position > measure.length(text)) return errors.value
  const from = measure.indexAt(text, position)
  const found = hasWildcard(sought)
    ? findWildcard(sought, text, from, context.charge)
    : text.toLowerCase().indexOf(sought.toLowerCase(), from)
  return found < 0 ? errors.value : measure.positionAt(text, found) + 1
}

/** Defines each function of this family twice: by characters, and by bytes under a name ending in B. */
function both(make: (suffix: '' | 'B', inBytes: boolean) => readonly FunctionDefinition[]): FunctionDefinition[] {
  return [...make('', false), ...make('B', true)]
}

/** Longest text with wildcards that SEARCH looks for. */
const LONGEST_SOUGHT = 255

export const partFunctions: readonly FunctionDefinition[] = both((suffix, inBytes) => [
  define({
    name: `LEN${suffix}`,
    params: [{ name: 'text', kind: 'text' }],
    body: (context, text) => measureOf(context, inBytes).length(text),
  }),
  define({
    name: `LEFT${suffix}`,
    params: [
      { name: 'text', kind: 'text' },
      { name: 'num_chars', kind: 'number', optional: true, default: 1, empty: 'blank' },
    ],
    body: (context, text, count) =>
      count < 0 ? errors.value : measureOf(context, inBytes, characters).slice(text, 0, wholeNumber(count)),
  }),
  define({
    name: `RIGHT${suffix}`,
    params: [
      { name: 'text', kind: 'text' },
      { name: 'num_chars', kind: 'number', optional: true, default: 1, empty: 'blank' },
    ],
    body: (context, text, count) => {
      if (count < 0) return errors.value
      const measure = measureOf(context, inBytes, characters)
      const length = measure.length(text)
      return measure.slice(text, Math.max(0, length - wholeNumber(count)), length)
    },
  }),
  define({
    name: `MID${suffix}`,
    params: [
      { name: 'text', kind: 'text' },
      { name: 'start_num', kind: 'number' },
      { name: 'num_chars', kind: 'number' },
    ],
    body: (context, text, start, count) => {
      if (start < 1 || count < 0) return errors.value
      const first = Math.trunc(start) - 1
      return measureOf(context, inBytes).slice(text, first, first + Math.trunc(count))
    },
  }),
  define({
    name: `REPLACE${suffix}`,
    params: [
      { name: 'old_text', kind: 'text' },
      { name: 'start_num', kind: 'number' },
      { name: 'num_chars', kind: 'number' },
      { name: 'new_text', kind: 'text' },
    ],
    body: (context, text, start, count, replacement) => {
      const first = wholeNumber(start) - 1
      if (first < 0 || count < 0) return errors.value
      const measure = measureOf(context, inBytes)
      const after = measure.slice(text, first + wholeNumber(count), measure.length(text))
      return textResult(measure.slice(text, 0, first) + replacement + after)
    },
  }),
  define({
    name: `FIND${suffix}`,
    params: [
      { name: 'find_text', kind: 'text' },
      { name: 'within_text', kind: 'text' },
      { name: 'start_num', kind: 'number', optional: true, default: 1, empty: 'blank' },
    ],
    body: (context, sought, text, start) => findIn(text, sought, start, measureOf(context, inBytes)),
  }),
  define({
    name: `SEARCH${suffix}`,
    params: [
      { name: 'find_text', kind: 'text' },
      { name: 'within_text', kind: 'text' },
      { name: 'start_num', kind: 'number', optional: true, default: 1, empty: 'blank' },
    ],
    body: (context, sought, text, start) =>
      sought.length > LONGEST_SOUGHT
        ? errors.value
        : searchIn(context, text, sought, start, measureOf(context, inBytes)),
  }),
])
