const floor = 5
const offset = 5

/** The progress of an upload as it is shown: never nothing, never done before it is. */
export function shownProgress(progress: number): number {
  return Math.max(floor, progress - offset)
}

const executeStep = 10
const mostExecuted = 90

/** How far the work after the upload is shown to be: in steps of 10, never done before it is. */
export function executeProgress(progress: number): number {
  return Math.min(Math.floor(Math.max(progress, 0) / executeStep) * executeStep, mostExecuted)
}
