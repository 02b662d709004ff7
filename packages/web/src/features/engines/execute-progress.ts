const step = 10
const most = 90

/** How far the work after the upload is shown to be: in steps of 10, never done before it is. */
export function executeProgress(progress: number): number {
  return Math.min(Math.floor(Math.max(progress, 0) / step) * step, most)
}
