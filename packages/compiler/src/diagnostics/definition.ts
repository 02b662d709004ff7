/** One kind of problem: its severity and text. `Data` holds plain values, so that a screen can translate the text. */
export interface DiagnosticDefinition<Data> {
  readonly severity: Severity
  readonly text: (data: Data) => string
}

/** An error makes the workbook or the cell unusable; a warning may change a result; information changes none. */
export type Severity = 'error' | 'warning' | 'information'

export function error<Data = object>(text: (data: Data) => string): DiagnosticDefinition<Data> {
  return { severity: 'error', text }
}

export function warning<Data = object>(text: (data: Data) => string): DiagnosticDefinition<Data> {
  return { severity: 'warning', text }
}

export function information<Data = object>(text: (data: Data) => string): DiagnosticDefinition<Data> {
  return { severity: 'information', text }
}
