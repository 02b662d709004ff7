import { type DiagnosticCode, type DiagnosticData, diagnosticCodes } from './codes.ts'
import type { Severity } from './definition.ts'

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** Name of the sheet. */
  readonly sheet?: string
  /** A1 text of the cell or range. */
  readonly cell?: string
  readonly data: Readonly<Record<string, unknown>>
  /** The text in English; screens in other languages build theirs from `code` and `data`. */
  readonly message: string
}

/** Where a problem is. */
export interface Place {
  readonly sheet?: string | undefined
  readonly cell?: string | undefined
}

/**
 * One code repeated for every cell of a large sheet must not fill the memory: beyond this number, occurrences are only
 * counted.
 */
const KEPT_PER_CODE = 10_000

/** Collects the problems of one workbook, so that its author sees all of them at once. */
export class Diagnostics {
  private readonly kept: Diagnostic[] = []
  private readonly counts = new Map<DiagnosticCode, number>()

  add<Code extends DiagnosticCode>(code: Code, data: DiagnosticData[Code], place: Place = {}): void {
    const count = (this.counts.get(code) ?? 0) + 1
    this.counts.set(code, count)
    if (count > KEPT_PER_CODE) return
    const definition = diagnosticCodes[code]
    this.kept.push({
      code,
      severity: definition.severity,
      ...(place.sheet === undefined ? {} : { sheet: place.sheet }),
      ...(place.cell === undefined ? {} : { cell: place.cell }),
      data: { ...data },
      message: definition.text(data),
    })
  }

  get list(): readonly Diagnostic[] {
    return this.kept
  }

  /** How often a code occurred, stored or not. */
  count(code: DiagnosticCode): number {
    return this.counts.get(code) ?? 0
  }

  get hasErrors(): boolean {
    return this.kept.some((diagnostic) => diagnostic.severity === 'error')
  }
}
