import { namesOf, recordOfRow, wrongHeading } from '@sheetwright/contract/execution/batch-records.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'

/** Where records are read from. */
export type RecordSource =
  /** Objects, or rows below headings that are given beside them; with commas between, without brackets around. */
  | { readonly kind: 'part'; readonly text: string; readonly headings: readonly string[] | undefined }
  /** A field of a whole body. */
  | { readonly kind: 'body'; readonly text: string; readonly field: string }

interface ReadRecords {
  readonly count: number
  record(index: number): EngineInputs
}

interface UnreadableSource {
  readonly field: string
  readonly message: string
}

export function readRecords(source: RecordSource): ReadRecords | UnreadableSource {
  try {
    if (source.kind === 'part') return recordsOf(JSON.parse(`[${source.text}]`) as unknown[], source.headings, 'body')
    const field = `body.${source.field}`
    const list = (JSON.parse(source.text) as Record<string, unknown>)[source.field]
    if (!Array.isArray(list)) return { field, message: notRecords }
    const heading = wrongHeading(list)
    if (heading !== undefined) return { field: `${field}.0`, message: heading }
    const [first] = list as unknown[]
    return Array.isArray(first) ? recordsOf(list.slice(1), namesOf(first), field) : recordsOf(list, undefined, field)
  } catch (error) {
    return { field: 'body', message: error instanceof Error ? error.message : String(error) }
  }
}

const notRecords = 'must be a list of objects, or of lists of values below a list of headings'

function recordsOf(
  list: readonly unknown[],
  headings: readonly string[] | undefined,
  field: string,
): ReadRecords | UnreadableSource {
  const areRows = headings !== undefined
  const areRecords = list.every((each) => typeof each === 'object' && each !== null && Array.isArray(each) === areRows)
  if (!areRecords) return { field, message: notRecords }
  return {
    count: list.length,
    record: areRows
      ? (index) => recordOfRow(headings, list[index] as unknown[])
      : (index) => list[index] as EngineInputs,
  }
}
