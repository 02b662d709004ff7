/**
 * Random numbers of one cell: the same seed and cell give the same numbers, whatever order the cells are computed in.
 */
export class CellRandom {
  private state: number

  constructor(seed: number, sheet: number, row: number, col: number) {
    this.state = mixed(mixed(mixed(seed ^ 0x9e3779b9, sheet), row), col)
  }

  /** 0 <= x < 1, with 53 random bits. */
  next(): number {
    const high = this.bits() >>> 5
    const low = this.bits() >>> 6
    return (high * 67_108_864 + low) / 9_007_199_254_740_992
  }

  private bits(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
}

function mixed(state: number, value: number): number {
  let x = (state ^ value) | 0
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b)
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b)
  return x ^ (x >>> 16)
}
