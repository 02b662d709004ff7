import { snapped } from './cancellation.ts'

/** A sum from left to right. As in Excel its last addition, and only that, gives exactly 0 if it nearly cancels. */
export class RunningSum {
  private before = 0
  private last = 0
  private sum = 0

  add(value: number): void {
    this.before = this.sum
    this.last = value
    this.sum += value
  }

  result(): number {
    return snapped(this.sum, this.before, this.last)
  }
}

export function sumOf(values: readonly number[]): number {
  const total = new RunningSum()
  for (const value of values) total.add(value)
  return total.result()
}
