import type { FieldError } from '@sheetwright/contract/envelope.ts'
import { notADate } from '@sheetwright/contract/dates.ts'
import { isMissing } from '@sheetwright/contract/missing-value.ts'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Limits the response, however many errors the request has. */
const mostErrors = 100
const longestField = 200

/** A field error, with the code of a call that fails because of it if that is not the general one. */
export interface InputProblem extends FieldError {
  readonly code?: 'INVALID_DATETIME'
}

/** The fields that a place in the input may have. */
type KnownFields = (path: readonly PropertyKey[]) => readonly string[]

/**
 * Turns the schema's issues into where, what, and what would be right. Never repeats the value. Of very many issues
 * only the first are reported.
 */
export function fieldErrorsOf(place: string, error: z.ZodError, known: KnownFields): InputProblem[] {
  return error.issues
    .slice(0, mostErrors)
    .flatMap((issue) => fieldErrors(place, issue, known))
    .slice(0, mostErrors)
}

function fieldErrors(place: string, issue: Issue, known: KnownFields): InputProblem[] {
  const field = [place, ...issue.path.map(String)].join('.').slice(0, longestField)
  if (issue.code === 'unrecognized_keys') {
    const allowed = known(issue.path).join(', ') || undefined
    const names = issue.keys.slice(0, mostErrors).map((key) => `${field}.${key}`.slice(0, longestField))
    return names.map((name) => fieldError(name, 'is not a field of this call', allowed))
  }
  const [nearest] = issue.code === 'invalid_union' && issue.path.length === 0 ? byMistakes(issue.errors) : []
  if (nearest !== undefined) return nearest.flatMap((each) => fieldErrors(place, each, known))
  const found = fieldError(field, messageOf(issue), allowedBy(issue))
  return [wantsDate(issue) ? { ...found, code: 'INVALID_DATETIME' } : found]
}

/** Of a body's alternative shapes, the one with the fewest issues is most likely meant. */
function byMistakes(shapes: readonly Issue[][]): Issue[][] {
  return shapes.toSorted((a, b) => a.length - b.length)
}

function fieldError(field: string, message: string, allowed: string | undefined): FieldError {
  return allowed === undefined ? { field, message } : { field, message, allowed }
}

/** Whether the value should have been a date, alone or as one of several formats. */
function wantsDate(issue: Issue): boolean {
  if (issue.code === 'invalid_format') return issue.format === 'date' || issue.format === 'datetime'
  return issue.code === 'invalid_union' && issue.errors.some((shape) => shape.some(wantsDateItself))
}

function wantsDateItself(issue: Issue): boolean {
  return issue.path.length === 0 && wantsDate(issue)
}

function messageOf(issue: Issue): string {
  if (isMissing(issue) || (issue.code === 'invalid_union' && isNeverGiven(issue))) return 'is missing'
  if (issue.code === 'invalid_union' && wantsDate(issue)) return notADate.message
  return issue.code === 'invalid_type' || typesOfUnion(issue) !== undefined ? 'has the wrong type' : issue.message
}

function isNeverGiven({ errors }: z.core.$ZodIssueInvalidUnion): boolean {
  const isOwn = (issue: Issue) => issue.path.length === 0 && isMissing(issue)
  return errors.length > 0 && errors.every((shape) => shape.some(isOwn))
}

/** The types of a value that may be of several, none of which it has. */
function typesOfUnion(issue: Issue): string[] | undefined {
  if (issue.code !== 'invalid_union') return undefined
  const alternatives = issue.errors.filter((shape) => !isEmptyText(shape))
  const found = alternatives.flatMap(([only, ...others]) => {
    const isOfType = others.length === 0 && only?.code === 'invalid_type' && only.path.length === 0
    return isOfType ? [types[only.expected] ?? only.expected] : []
  })
  return found.length > 0 && found.length === alternatives.length ? [...new Set(found)] : undefined
}

/** Existing clients may send it for a field that they do not set; nobody needs to be told so. */
function isEmptyText([only, ...others]: readonly Issue[]): boolean {
  return others.length === 0 && only?.code === 'invalid_value' && only.values.length === 1 && only.values[0] === ''
}

/** The types of JSON in words. */
const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
}

const formats: Readonly<Record<string, string>> = {
  date: 'a day as YYYY-MM-DD',
  datetime: 'a moment in UTC as YYYY-MM-DDTHH:mm:ssZ',
  uuid: 'a UUID',
  email: 'an e-mail address',
  url: 'an address with its scheme',
}

function allowedBy(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.map(String).join(', ')
    case 'invalid_type':
      return types[issue.expected] ?? issue.expected
    case 'invalid_format':
      return formats[issue.format]
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    case 'invalid_union':
      return typesOfUnion(issue)?.join(', or ')
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'unrecognized_keys':
      return undefined
    default:
      return issue satisfies never
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  if (origin === 'array') return ' entries'
  return ''
}
