/** The UTC day of a moment in the chart: `2026-11-15`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** Today in the user's time zone, as the chart counts days. */
export function todayMillis(): number {
  const now = new Date()
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
}
