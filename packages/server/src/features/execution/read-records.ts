import { namesOf, recordBelow, wrongHeading } from '@sheetwright/contract/execution/batch-records.ts'
import { givenTwice } from '@sheetwright/contract/repeated-name.ts'
import type { RunSetup } from '@sheetwright/contract/test-beds/test-run.ts'
import { recordOf, type RowPlan } from '@sheetwright/compiler/portfolio.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { fieldGivenTwice } from '../../platform/http/repeated-name.ts'
import { blockOf } from '../../platform/parquet/block-bytes.ts'

/** Consecutive cases of a test bed, one JSON text per line. */
export interface CaseLines {
  /** Number of the first case, from 1. */
  readonly first: number
  readonly count: number
  readonly inputs: string
  readonly expected: string
  /** Name, weight and segment. */
  readonly marks: string
}

/** Consecutive cases of a test bed, block by block; their results become rows instead of texts. */
export interface CaseSource {
  readonly kind: 'cases'
  readonly lines: readonly CaseLines[]
  readonly setup: Pick<RunSetup, 'outputs' | 'tolerances'>
}

/** Some records of a block of a portfolio; their results become rows instead of texts. */
export interface RowSource {
  readonly kind: 'rows'
  readonly plan: RowPlan
  /** See `block-bytes.ts`. */
  readonly block: Uint8Array
  /** Index of the first record in the block. */
  readonly first: number
  readonly count: number
}

/** The source of records. */
export type RecordSource =
  | CaseSource
  | RowSource
  /** Objects, or rows with headings given separately; separated by commas, without enclosing brackets. */
  | { readonly kind: 'part'; readonly text: string; readonly headings: readonly string[] | undefined }
  /** A field of a whole body. */
  | { readonly kind: 'body'; readonly text: string; readonly field: string }

interface ReadRecords {
  readonly count: number
  /** An element that is no record is returned unchanged; computing it fails. */
  record(index: number): EngineInputs
}

interface UnreadableSource {
  readonly field: string
  readonly message: string
}

export function readRecords(source: RecordSource): ReadRecords | UnreadableSource {
  try {
    if (source.kind === 'part') {
      const text = `[${source.text}]`
      const records = JSON.parse(text) as unknown[]
      const repeated = fieldGivenTwice(text, records, 'body.inputs')
      if (repeated !== undefined) return { field: repeated, message: givenTwice }
      return recordsOf(records, source.headings)
    }
    if (source.kind === 'cases') {
      const lines = source.lines.flatMap(({ inputs }) => inputs.split('\n'))
      // Parse one at a time: short-lived objects cost little to collect.
      return { count: lines.length, record: (index) => JSON.parse(lines[index] ?? 'null') as EngineInputs }
    }
    if (source.kind === 'rows') {
      const { plan, first, count } = source
      const block = blockOf(source.block)
      // An invalid row has no record.
      return { count, record: (index) => recordOf(plan, block, first + index) as EngineInputs }
    }
    const field = `body.${source.field}`
    const body = JSON.parse(source.text) as Record<string, unknown>
    const repeated = fieldGivenTwice(source.text, body, 'body')
    if (repeated !== undefined) return { field: repeated, message: givenTwice }
    const list = body[source.field]
    if (!Array.isArray(list)) return { field, message: notRecords }
    const heading = wrongHeading(list)
    if (heading !== undefined) return { field: `${field}.0`, message: heading }
    const [first] = list as unknown[]
    return Array.isArray(first) ? recordsOf(list.slice(1), namesOf(first)) : recordsOf(list, undefined)
  } catch (error) {
    return { field: 'body', message: error instanceof Error ? error.message : String(error) }
  }
}

const notRecords = 'must be a list of objects, or of lists of values below a list of headings'

function recordsOf(list: readonly unknown[], headings: readonly string[] | undefined): ReadRecords {
  return {
    count: list.length,
    record:
      headings === undefined
        ? (index) => list[index] as EngineInputs
        : (index) => recordBelow(headings, list[index]) as EngineInputs,
  }
}
