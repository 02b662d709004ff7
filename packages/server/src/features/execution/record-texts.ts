import type { Message } from '@sheetwright/runtime/engine/engine.ts'
import type { ComputedCases } from './computed-cases.ts'
import { legacyErrors, legacyWarnings } from './legacy-messages.ts'
import type { RecordResult } from './run-records.ts'

/** What records gave, as the elements of the parallel lists of an answer: JSON, with commas between. */
export interface SliceTexts {
  readonly count: number
  readonly outputs: string
  readonly times: string
  readonly warnings: string
  readonly errors: string
  /** How many have errors. */
  readonly failed: number
  /** How many have warnings. */
  readonly warned: number
  readonly micros: number
  /** Of some records that failed within the product: for the log, never for the caller. */
  readonly failures: readonly string[]
  /** Of cases of a test bed: their results instead of texts. */
  readonly cases?: ComputedCases
}

/** Takes down what records give. */
export interface ResultsTaker {
  /** `place` is that of the record in its source, from 0. */
  add(result: RecordResult, place: number): void
  end(): SliceTexts
}

/** So many outputs are written at once: each by itself takes longer, and all of them would have to be kept until the end. */
const writtenAtOnce = 128

/** More than so many failures tell nothing new. */
const mostFailures = 3

/** Writes results down as they come, so that little has to be kept and only text has to travel. */
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

  /** A warning that every record gets beside its own. */
  constructor(warning: Message | undefined) {
    this.warning = warning
  }

  add({ outputs, warnings, errors, micros, failure, refused, ended }: RecordResult): void {
    if (failure !== undefined && this.failures.length < mostFailures) this.failures.push(failure)
    this.count++
    this.micros += micros
    if (errors.length > 0) this.failed++
    // A record that was not computed has no outputs, which is not the same as having none to give.
    const isComputed = refused !== true && ended === undefined && failure === undefined
    if (this.pending.push(isComputed ? outputs : null) >= writtenAtOnce) this.write()
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
