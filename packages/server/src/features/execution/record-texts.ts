import type { Message } from '@sheetwright/runtime/engine/call.ts'
import type { ComputedCases } from './computed-cases.ts'
import type { ComputedRows } from './computed-rows.ts'
import { legacyErrors, legacyWarnings } from './legacy-messages.ts'
import { mostFailures, outputsOf, type RecordResult } from './run-records.ts'

/** Results of records as elements of the answer's parallel lists: JSON, separated by commas. */
export interface SliceTexts {
  readonly count: number
  readonly outputs: string
  readonly times: string
  readonly warnings: string
  readonly errors: string
  /** Number of records with errors. */
  readonly failed: number
  /** Number of records with warnings. */
  readonly warned: number
  readonly micros: number
  /** Internal failures of some records: for the log, never for the caller. */
  readonly failures: readonly string[]
  /** For cases of a test bed: their results instead of texts. */
  readonly cases?: ComputedCases
  /** For records of a portfolio: the same. */
  readonly rows?: ComputedRows
}

/** Collects the results of records. */
export interface ResultsTaker {
  /** `place` is the index of the record in its source, from 0. */
  add(result: RecordResult, place: number): void
  end(): SliceTexts
}

/** How many outputs are serialized at once: one by one is slower, and all at once would keep them until the end. */
const writtenAtOnce = 128

/** Serializes results as they arrive, so that little is kept and only text is transferred. */
export class RecordTexts implements ResultsTaker {
  private readonly warning: Message | undefined
  private count = 0
  private failed = 0
  private warned = 0
  private micros = 0
  private pending: (RecordResult['outputs'] | null)[] = []
  private readonly outputs: string[] = []
  private readonly times: string[] = []
  private readonly warnings: string[] = []
  private readonly errors: string[] = []
  private readonly failures: string[] = []

  /** The warning is added to every record's own. */
  constructor(warning: Message | undefined) {
    this.warning = warning
  }

  add(result: RecordResult): void {
    const { warnings, errors, micros, failure } = result
    if (failure !== undefined && this.failures.length < mostFailures) this.failures.push(failure)
    this.count++
    this.micros += micros
    if (errors.length > 0) this.failed++
    if (this.pending.push(outputsOf(result)) >= writtenAtOnce) this.write()
    this.times.push(String(micros / 1000))
    const all = this.warning === undefined ? warnings : [...warnings, this.warning]
    if (all.length > 0) this.warned++
    this.warnings.push(all.length === 0 ? 'null' : JSON.stringify(legacyWarnings(all)))
    this.errors.push(errors.length === 0 ? 'null' : JSON.stringify(legacyErrors(errors)))
  }

  end(): SliceTexts {
    if (this.pending.length > 0) this.write()
    return {
      count: this.count,
      outputs: this.outputs.join(','),
      times: this.times.join(','),
      warnings: this.warnings.join(','),
      errors: this.errors.join(','),
      failed: this.failed,
      warned: this.warned,
      micros: this.micros,
      failures: this.failures,
    }
  }

  private write(): void {
    this.outputs.push(JSON.stringify(this.pending).slice(1, -1))
    this.pending = []
  }
}
