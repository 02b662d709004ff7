/** A link works until the end of its last day, midnight UTC. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`)
}
