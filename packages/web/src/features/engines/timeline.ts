import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { compareRevisions } from '@sheetwright/contract/engines/revision.ts'

type DatedVersion = Pick<EngineVersion, 'id' | 'revision' | 'state' | 'effectiveStartDate' | 'effectiveEndDate'>

/** A period in which the same versions are in effect. */
export interface Stretch {
  readonly from: number
  readonly to: number
  /** The running version: the latest of those in effect. Undefined is a gap. */
  readonly running: DatedVersion | undefined
  /** Other active versions in effect. */
  readonly others: readonly DatedVersion[]
}

/**
 * Which version runs when, from the first start to the last end of the active versions. Neighbouring periods differ in
 * the versions in effect, so a gap or an overlap is one period.
 */
export function stretchesOf(versions: readonly DatedVersion[]): Stretch[] {
  const active = versions.filter(({ state }) => state === 'Active')
  const turns = [...new Set(active.flatMap((version) => [startOf(version), endOf(version)]))].toSorted((a, b) => a - b)
  return turns.slice(0, -1).map((from, index) => {
    const to = turns[index + 1] ?? from
    const inEffect = active
      .filter((version) => startOf(version) <= from && endOf(version) >= to)
      .toSorted((a, b) => compareRevisions(b.revision, a.revision))
    return { from, to, running: inEffect[0], others: inEffect.slice(1) }
  })
}

/** Merges neighbouring periods with the same running version. */
export function runningStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last === undefined || last.running?.id !== stretch.running?.id) joined.push(stretch)
    else joined[joined.length - 1] = { ...last, to: stretch.to }
  }
  return joined
}

/** Number of unbroken periods in which several active versions are in effect. */
export function overlapCount(stretches: readonly Stretch[]): number {
  return stretches.filter(({ others }, index) => {
    const before = stretches[index - 1]
    return others.length > 0 && (before === undefined || before.others.length === 0)
  }).length
}

export interface TimeWindow {
  readonly from: number
  readonly to: number
}

const day = 86_400_000

/** The window that shows all versions and the present, with some margin. */
export function wholeWindow(versions: readonly DatedVersion[], now: number): TimeWindow {
  const times = versions.flatMap((version) => [startOf(version), endOf(version)])
  const from = Math.min(now, ...times)
  const to = Math.max(now, ...times)
  const room = Math.max((to - from) * 0.03, day)
  return { from: from - room, to: to + room }
}

/** A window of a given length around the present, most of it ahead. */
export function windowAround(now: number, days: number): TimeWindow {
  return { from: now - days * day * 0.35, to: now + days * day * 0.65 }
}

/** The position of a moment in a window, as a fraction of its width; outside it below 0 or above 1. */
export function shareOf(moment: number, { from, to }: TimeWindow): number {
  return (moment - from) / (to - from)
}

export interface Tick {
  readonly at: number
  readonly label: string
}

const tickMonths = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200] as const

/** First days of months or years, at most `limit` of them. */
export function ticksOf({ from, to }: TimeWindow, limit: number): Tick[] {
  const months = (to - from) / (30.44 * day)
  const step = tickMonths.find((size) => months / size <= limit) ?? 1200
  const first = new Date(from)
  const start = first.getUTCFullYear() * 12 + first.getUTCMonth()
  const ticks: Tick[] = []
  for (let month = Math.ceil((start + 1) / step) * step; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12, 1)
    if (at >= to) return ticks
    const label = step % 12 === 0 ? String(Math.floor(month / 12)) : new Date(at).toISOString().slice(0, 7)
    ticks.push({ at, label })
  }
}

export function startOf(version: Pick<EngineVersion, 'effectiveStartDate'>): number {
  return Date.parse(version.effectiveStartDate)
}

export function endOf(version: Pick<EngineVersion, 'effectiveEndDate'>): number {
  return Date.parse(version.effectiveEndDate)
}
