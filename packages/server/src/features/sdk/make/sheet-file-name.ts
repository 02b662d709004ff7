/** Where a child finds the script that it tries. */
export const sheetFileName = 'sheet.cjs'

/** What `tried`, which the script declares, is called with, and what it must give. */
export interface TriedCase {
  readonly name: string
  readonly values: readonly unknown[]
  readonly expected: unknown
}
