import { CellRandom } from '../cell-random.ts'

/** The cell that generated code is computing, with random numbers of its own. */
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

  random(): number {
    this.numbers ??= new CellRandom(this.seed(), this.sheet, this.row, this.col)
    return this.numbers.next()
  }
}
