import type { Scalar } from '@sheetwright/runtime/values.ts'

/** Takes over cells and texts, so that a long file is not held in memory as a whole. */
export interface FarStore {
  sheet(name: string): FarSheet
  /** The store of the file's shared texts. */
  texts(): FarTexts
}

export interface FarSheet {
  /** True if the store took the cell: the model then holds no cell at this position. */
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
