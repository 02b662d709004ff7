/** Pads 2026-2-3 to 2026-02-03. */
export function padded(text: string): string {
  return text
    .trim()
    .replace(/^(\d{4})-(\d{1,2})-(\d{1,2})$/, (_, year: string, month: string, day: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether a period ends before it starts. What is not a day has a problem of its own. */
export function endsBeforeStart(start: string, end: string): boolean {
  return isDay(start) && isDay(end) && end < start
}
