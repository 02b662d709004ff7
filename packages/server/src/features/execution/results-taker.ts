import type { Message } from '@sheetwright/runtime/engine/engine.ts'
import { CaseResults } from './case-results.ts'
import type { RecordSource } from './read-records.ts'
import { RecordTexts, type ResultsTaker } from './record-texts.ts'

/** The collector for results of a source. */
export function takerFor(source: RecordSource | undefined, warning: Message | undefined): ResultsTaker {
  return source?.kind === 'cases' ? new CaseResults(source) : new RecordTexts(warning)
}
