/** File in which a child process finds the script to test. */
export const sheetFileName = 'sheet.cjs'

/** Arguments for the script's `tried` function, and the expected result. */
export interface TriedCase {
  readonly name: string
  readonly values: readonly unknown[]
  readonly expected: unknown
}
