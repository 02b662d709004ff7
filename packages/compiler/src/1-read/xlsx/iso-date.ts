const DAY_MS = 86_400_000
const ISO = /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:T?(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/

/** Serial number of an ISO 8601 date, time or both, as strict files store dates; undefined for anything else. */
export function isoToSerial(text: string, date1904: boolean): number | undefined {
  const match = ISO.exec(text.trim())
  if (!match || text.trim() === '') return undefined
  const [, year, month, day, hours, minutes, seconds] = match
  const time = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) / 86_400
  if (year === undefined) return time
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS
  if (date1904) return days - Date.UTC(1904, 0, 1) / DAY_MS + time
  const serial = days - Date.UTC(1899, 11, 30) / DAY_MS
  return (serial < 61 ? serial - 1 : serial) + time
}
