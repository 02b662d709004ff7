const floor = 5
const offset = 5

/** The progress of an upload as it is shown: never nothing, never done before it is. */
export function shownProgress(progress: number): number {
  return Math.max(floor, progress - offset)
}
