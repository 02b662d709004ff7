/** Times as text, UTC. Many are within one millisecond, so the last text is cached: formatting costs time. */
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
