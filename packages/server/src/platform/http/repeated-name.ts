import { givenTwice, repeatedName } from '@sheetwright/contract/repeated-name.ts'
import { CallError } from './call-error.ts'

const longestField = 200

/** Refuses a JSON text in which an object gives a name twice: nobody knows which value the caller meant. */
export function assertNamesOnce(text: string, value: unknown, place = 'body'): void {
  const field = fieldGivenTwice(text, value, place)
  if (field === undefined) return
  throw new CallError('INVALID_INPUT', `${field}: ${givenTwice}`, [{ field, message: givenTwice }])
}

/** The field whose name is given twice, if any. */
export function fieldGivenTwice(text: string, value: unknown, place: string): string | undefined {
  const path = repeatedName(text, value)
  return path && [place, ...path].join('.').slice(0, longestField)
}
