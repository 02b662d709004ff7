import type { Scalar } from '@sheetwright/runtime/values.ts'

/** Takes cells and texts over, so that a long file is not held in memory as a whole. */
export interface FarStore {
  sheet(name: string): FarSheet
  /** Where the shared texts of the file go. */
  texts(): FarTexts
}

export interface FarSheet {
  /** True where the cell was taken: the model has none there. */
  take(row: number, col: number, value: Scalar): boolean
}

/** Texts by number. */
export interface TextList {
  at(index: number): string | undefined
}

export interface FarTexts extends TextList {
  readonly length: number
  push(text: string): unknown
}
