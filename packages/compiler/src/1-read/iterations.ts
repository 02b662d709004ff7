/** Rounds in which Excel iterates over circular formulas at most, and when a file does not say. */
const mostRounds = 32_767
const usualRounds = 100

export function allowedIterations(asked: number | undefined): number {
  return Math.min(asked ?? usualRounds, mostRounds)
}
