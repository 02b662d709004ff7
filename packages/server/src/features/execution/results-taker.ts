import type { Message } from '@sheetwright/runtime/engine/call.ts'
import { CaseResults } from './case-results.ts'
import type { RecordSource } from './read-records.ts'
import { RowResults } from './row-results.ts'
import { RecordTexts, type ResultsTaker } from './record-texts.ts'

/** The collector for results of a source. */
export function takerFor(source: RecordSource | undefined, warning: Message | undefined): ResultsTaker {
  if (source?.kind === 'cases') return new CaseResults(source)
  return source?.kind === 'rows' ? new RowResults(source) : new RecordTexts(warning)
}
