import type { DiagnosticCode, DiagnosticData } from '../diagnostics/codes.ts'
import type { Diagnostics, Place } from '../diagnostics/diagnostics.ts'

/** Thrown when reading cannot go on. The reader of an optional part, or `readWorkbook`, turns it into a diagnostic. */
export class ReadFailure<Code extends DiagnosticCode = DiagnosticCode> extends Error {
  readonly code: Code
  readonly data: DiagnosticData[Code]
  constructor(code: Code, data: DiagnosticData[Code]) {
    super(code)
    this.code = code
    this.data = data
  }
}

/** Failures that make the whole file unreadable, whichever part they occur in. */
const fatal: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'TOO_MUCH',
  'COMPRESSION_SUSPICIOUS',
  'XML_FORBIDDEN',
])

/** Must reading stop for the whole file after this failure? */
export function isFatal(failure: unknown): failure is ReadFailure {
  return failure instanceof ReadFailure && fatal.has(failure.code)
}

/** The reason as text for a diagnostic about one part. */
export function reasonOf(failure: unknown): string {
  if (failure instanceof ReadFailure) {
    const { data } = failure
    return 'reason' in data && typeof data.reason === 'string' ? data.reason : failure.code
  }
  return failure instanceof Error ? failure.message : String(failure)
}

export function report(diagnostics: Diagnostics, failure: ReadFailure, place?: Place): void {
  diagnostics.add(failure.code, failure.data, place)
}
