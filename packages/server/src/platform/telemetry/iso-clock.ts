/** Moments as text, UTC. Many come within one millisecond, and the text of the last one is kept: making it costs time. */
export function isoClock(): (millis: number) => string {
  let last = Number.NaN
  let text = ''
  return (millis) => {
    if (millis !== last) {
      last = millis
      text = new Date(millis).toISOString()
    }
    return text
  }
}
