/** Excel's maximum number of iterations over circular formulas, and its default if the file gives none. */
const mostRounds = 32_767
const usualRounds = 100

export function allowedIterations(asked: number | undefined): number {
  return Math.min(asked ?? usualRounds, mostRounds)
}
