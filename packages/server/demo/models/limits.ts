import type { ValidationSpec } from '../workbook-file.ts'

/** A number between two others. */
export function between(
  range: string,
  type: 'whole' | 'decimal',
  [low, high]: readonly [number, number],
  error: string,
): ValidationSpec {
  return { range, type, operator: 'between', formula1: String(low), formula2: String(high), error }
}

export function oneOf(range: string, choices: readonly string[], error: string): ValidationSpec {
  return { range, type: 'list', formula1: `"${choices.join(',')}"`, error }
}
