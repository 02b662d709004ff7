const floor = 5
const offset = 5

/** The displayed progress of an upload: never 0, and 100 only when it is complete. */
export function shownProgress(progress: number): number {
  return Math.max(floor, progress - offset)
}

const executeStep = 10
const mostExecuted = 90

/** The displayed progress of the work after the upload: in steps of 10, and 100 only when it is complete. */
export function executeProgress(progress: number): number {
  return Math.min(Math.floor(Math.max(progress, 0) / executeStep) * executeStep, mostExecuted)
}
