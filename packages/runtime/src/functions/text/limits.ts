import { type ExcelError, errors } from '../../values.ts'

/** Longest text that a cell can hold. */
export const MAX_TEXT_LENGTH = 32_767

/** A text that a formula made; an error if it is too long for a cell. */
export function textResult(text: string): string | ExcelError {
  return text.length > MAX_TEXT_LENGTH ? errors.value : text
}
