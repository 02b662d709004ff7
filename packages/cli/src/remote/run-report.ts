import type { TestResult, TestRun } from '@sheetwright/contract/test-beds/test-run.ts'

export interface RunReport {
  readonly run: TestRun
  /** Cases that failed or ended in errors. */
  readonly wrong: readonly TestResult[]
}

/** What is wrong with a case, in one line. */
export function reasonOf({ differing, outputs, expected, errors }: TestResult): string {
  const differences = differing.map(
    (name) => `${name} is ${JSON.stringify(outputs?.[name])}, expected ${JSON.stringify(expected?.[name])}`,
  )
  return [...differences, ...errors.map(({ key, message }) => `${key}: ${message}`)].join('; ')
}
