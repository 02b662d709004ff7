import { z } from 'zod'

/** How an engine's effective dates relate to those of a master it copies a table from. */
export const dateRelation = z
  .enum(['engineInsideMaster', 'masterInsideEngine', 'noOverlap', 'commonOverlap'])
  .meta({ id: 'DateRelation' })

export type DateRelation = z.infer<typeof dateRelation>

interface Dates {
  readonly effectiveStartDate: string
  readonly effectiveEndDate: string
}

const dayMillis = 86_400_000

/** Only an engine within its master's dates always computes with rates in effect. */
export function relationOf(engine: Dates, master: Dates): DateRelation {
  // Compare days: a start an hour earlier is no reason to warn.
  const day = (moment: string) => Math.floor(Date.parse(moment) / dayMillis)
  const [from, to] = [day(engine.effectiveStartDate), day(engine.effectiveEndDate)]
  const [masterFrom, masterTo] = [day(master.effectiveStartDate), day(master.effectiveEndDate)]
  if (from >= masterFrom && to <= masterTo) return 'engineInsideMaster'
  if (to < masterFrom || from > masterTo) return 'noOverlap'
  return from <= masterFrom && to >= masterTo ? 'masterInsideEngine' : 'commonOverlap'
}
