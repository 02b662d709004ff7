import { CellRandom } from '../cell-random.ts'

interface CellState {
  sheet: number
  row: number
  col: number
  numbers: CellRandom | undefined
}

/** The cell that generated code is computing, with its own random numbers. */
export class CellInHand {
  sheet = 0
  row = 0
  col = 0
  private readonly seed: () => number
  private numbers: CellRandom | undefined

  constructor(seed: () => number) {
    this.seed = seed
  }

  moveTo(sheet: number, row: number, col: number): void {
    this.sheet = sheet
    this.row = row
    this.col = col
    this.numbers = undefined
  }

  /** The current cell, for restoring it later. */
  saved(): Readonly<CellState> {
    return { sheet: this.sheet, row: this.row, col: this.col, numbers: this.numbers }
  }

  restore({ sheet, row, col, numbers }: Readonly<CellState>): void {
    this.sheet = sheet
    this.row = row
    this.col = col
    this.numbers = numbers
  }

  random(): number {
    this.numbers ??= new CellRandom(this.seed(), this.sheet, this.row, this.col)
    return this.numbers.next()
  }
}
