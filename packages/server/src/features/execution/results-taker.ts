import type { Message } from '@sheetwright/runtime/engine/engine.ts'
import { CaseResults } from './case-results.ts'
import type { RecordSource } from './read-records.ts'
import { RecordTexts, type ResultsTaker } from './record-texts.ts'

/** The collector for results of a source; `lines` are the inputs of its cases. */
export function takerFor(
  source: RecordSource | undefined,
  warning: Message | undefined,
  lines?: readonly string[],
): ResultsTaker {
  return source?.kind === 'cases' ? new CaseResults(source, lines) : new RecordTexts(warning)
}
