import type { BodyOf } from '@sheetwright/contract/call.ts'
import { type executeBatch } from '@sheetwright/contract/execution/execute-batch.ts'
import { mostRecords } from '@sheetwright/contract/execution/batch-request.ts'
import { batchRecords, namesOf, wrongHeading } from '@sheetwright/contract/execution/batch-records.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { LongList } from '../../platform/http/long-list.ts'
import { type RecordSource, readRecords } from './read-records.ts'

/** The records of a batch: either few and parsed, or many and parsed where they are computed. */
export type BatchInputs =
  | { readonly kind: 'read'; readonly records: readonly EngineInputs[] }
  | {
      readonly kind: 'text'
      /** Together they hold all records, provided every cut of the body lies between two records. */
      readonly parts: readonly RecordSource[]
      /** All records, whatever the body looks like. */
      readonly whole: RecordSource
    }

export function batchInputs(
  { inputs }: BodyOf<typeof executeBatch>,
  bodyText: string,
  list: LongList | undefined,
): BatchInputs {
  if (list === undefined) {
    requireHeadings(inputs[0])
    return { kind: 'read', records: batchRecords(inputs) }
  }
  const whole: RecordSource = { kind: 'body', text: bodyText, field: 'inputs' }
  return { kind: 'text', parts: partsOf(list) ?? [whole], whole }
}

/** Parses the records here, for engines that compute them elsewhere anyway. */
export function recordsHere(inputs: BatchInputs): readonly EngineInputs[] {
  if (inputs.kind === 'read') return inputs.records
  const read = readRecords(inputs.whole)
  if ('message' in read) throw unreadable(read)
  if (read.count > mostRecords) throw tooMany()
  return Array.from({ length: read.count }, (_, i) => read.record(i))
}

export function tooMany(): CallError {
  return unreadable({ field: 'body.inputs', message: `has more than ${mostRecords} records` })
}

export function unreadable({ field, message }: { readonly field: string; readonly message: string }): CallError {
  return new CallError('INVALID_INPUT', `${field}: ${message}`, [{ field, message }])
}

function requireHeadings(row: unknown): void {
  const message = wrongHeading([row])
  if (message !== undefined) throw unreadable({ field: 'body.inputs.0', message })
}

function partsOf({ parts }: LongList): RecordSource[] | undefined {
  const [first = '', ...others] = parts
  const source =
    (headings?: readonly string[]) =>
    (text: string): RecordSource => ({ kind: 'part', text, headings })
  if (!/^\s*\[/.test(first)) return parts.map(source())
  const cut = cutHeadings(first)
  return cut && [...cut.below, ...others].map(source(cut.names))
}

/** A bracket can be part of a heading, so several are tried, up to this many. */
const mostBrackets = 20

/** Splits the heading row from the rows below it; undefined if there is none. */
function cutHeadings(
  text: string,
): { readonly names: readonly string[]; readonly below: readonly string[] } | undefined {
  const from = text.indexOf('[')
  let end = text.indexOf(']', from)
  for (let tries = 0; end >= 0 && tries < mostBrackets; tries++) {
    const headings = parsedList(text.slice(from, end + 1))
    const below = text.slice(end + 1).trim()
    if (headings !== undefined) {
      requireHeadings(headings)
      const names = namesOf(headings)
      if (below === '') return { names, below: [] }
      return /^,\s*\S/.test(below) ? { names, below: [below.slice(1)] } : undefined
    }
    end = text.indexOf(']', end + 1)
  }
  return undefined
}

function parsedList(text: string): unknown[] | undefined {
  try {
    return JSON.parse(text) as unknown[]
  } catch {
    return undefined
  }
}
