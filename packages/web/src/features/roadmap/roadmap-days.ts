/** `2026-11-15`, the day in UTC that a moment of the chart is in. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** The day it is where the reader is, as the chart counts. */
export function todayMillis(): number {
  const now = new Date()
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
}
