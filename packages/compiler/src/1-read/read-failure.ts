import type { DiagnosticCode, DiagnosticData } from '../diagnostics/codes.ts'
import type { Diagnostics, Place } from '../diagnostics/diagnostics.ts'

/** Thrown where reading cannot go on; whoever can do without the part, or `readWorkbook` itself, turns it into a diagnostic. */
export class ReadFailure<Code extends DiagnosticCode = DiagnosticCode> extends Error {
  readonly code: Code
  readonly data: DiagnosticData[Code]
  constructor(code: Code, data: DiagnosticData[Code]) {
    super(code)
    this.code = code
    this.data = data
  }
}

/** Failures that condemn the whole file, whichever part they were met in. */
const fatal: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'TOO_MUCH',
  'COMPRESSION_SUSPICIOUS',
  'XML_FORBIDDEN',
])

/** Is this failure one that no part of a file may be read after? */
export function isFatal(failure: unknown): failure is ReadFailure {
  return failure instanceof ReadFailure && fatal.has(failure.code)
}

/** What went wrong, in words for a diagnostic about one part. */
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
