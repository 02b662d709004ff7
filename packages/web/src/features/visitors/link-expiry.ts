/** A link works through its last day, which ends at midnight UTC. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`)
}
