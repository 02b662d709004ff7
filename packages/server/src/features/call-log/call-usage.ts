import { createHash } from 'node:crypto'
import type { CallGroup } from './call-group.ts'
import type { CallKind } from './call-kind.ts'
import type { CallUsage, DurationCount, SeriesCount, SlowCall, ValueCount } from './call-usage.store.ts'
import { durationBucket } from '@sheetwright/contract/insights/duration-bucket.ts'
import { type CountedValue, valuesOfCall } from './call-values.ts'

/** The shortest span that calls are counted in. Days of every time zone start at a quarter of an hour. */
const quarterMs = 15 * 60_000
const dayMs = 86_400_000
/** Monday, 5 January 1970. */
const firstMonday = 4 * dayMs

/** Stands for all further callers and source systems beyond the limit. */
const othersName = '…'
/** The most series of an engine counted separately in a day. More come from callers that name each call differently. */
const mostSeries = 2000
/** The most slowest calls kept for an engine and day. */
const mostSlowest = 10
/** How many calls of a group are sampled for values; longer texts are skipped. */
const sampledCalls = 25
const longestSample = 32_768
/** The most distinct texts counted for an input or output in a week. */
const mostTexts = 50

/** What one process remembers of a tenant to keep counters small. It may be lost at any time. */
export class UsageMemory {
  private readonly seriesOfDay = new Map<string, Set<string>>()
  private readonly textsOfWeek = new Map<string, Set<string>>()
  private readonly slowOfDay = new Map<string, number>()

  /** Whether a series is counted separately. */
  admitsSeries(engineId: string, day: number, id: string): boolean {
    return admits(this.seriesOfDay, `${engineId} ${day}`, id, mostSeries)
  }

  admitsText(key: string, text: string): boolean {
    return admits(this.textsOfWeek, key, text, mostTexts)
  }

  /** Calls of an engine and day that took no longer than this are not among the slowest. */
  slowestFrom(engineId: string, day: number): number {
    return this.slowOfDay.get(`${engineId} ${day}`) ?? -1
  }

  noteSlowest(engineId: string, day: number, micros: number): void {
    forgetSome(this.slowOfDay)
    this.slowOfDay.set(`${engineId} ${day}`, micros)
  }
}

const mostKeys = 5000

function forgetSome(map: Map<string, unknown>): void {
  if (map.size >= mostKeys) map.clear()
}

function admits(sets: Map<string, Set<string>>, key: string, member: string, most: number): boolean {
  const present = sets.get(key)
  if (present === undefined) {
    forgetSome(sets)
    sets.set(key, new Set([member]))
    return true
  }
  if (present.has(member)) return true
  if (present.size >= most) return false
  present.add(member)
  return true
}

/** The counter changes of a group of calls. */
export function usageOf(group: CallGroup, memory: UsageMemory): CallUsage {
  const series = new Map<string, SeriesCount>()
  const durations = new Map<string, DurationCount>()
  const byKind = new Map<number, { series: SeriesCount; duration: DurationCount }>()
  const slow = new Map<string, SlowCall[]>()
  for (const { id, kindNumber, at, micros } of group.briefs) {
    const quarter = Math.floor(at / quarterMs)
    const kind = group.kindOf(kindNumber)
    // Consecutive calls mostly share kind and quarter of an hour.
    const last = byKind.get(kindNumber)
    const counted = last?.series.quarter === quarter ? last : countersOf(kind, quarter, memory, series, durations)
    byKind.set(kindNumber, counted)
    addCall(counted.series, kind, micros)
    const bucket = durationBucket(micros)
    counted.duration.counts[bucket] = (counted.duration.counts[bucket] ?? 0) + 1
    noteSlow(slow, memory, { engineId: kind.engineId, day: Math.floor(at / dayMs), callId: id, micros })
  }
  return {
    series: [...series.values()],
    durations: [...durations.values()],
    slowest: [...slow.values()].flatMap((calls) => calls.sort((a, b) => b.micros - a.micros).slice(0, mostSlowest)),
    values: sampleValues(group, memory),
    noteSlowest: (engineId, day, micros) => memory.noteSlowest(engineId, day, micros),
  }
}

function countersOf(
  kind: CallKind,
  quarter: number,
  memory: UsageMemory,
  series: Map<string, SeriesCount>,
  durations: Map<string, DurationCount>,
) {
  const exact = seriesOf(kind)
  const day = Math.floor((quarter * quarterMs) / dayMs)
  const chosen = memory.admitsSeries(kind.engineId, day, exact.id) ? exact : seriesOf(withoutNames(kind))
  const seriesKey = `${chosen.id} ${quarter}`
  const count = series.get(seriesKey) ?? { ...chosen, quarter, ...noCalls }
  series.set(seriesKey, count)
  const { engineId, versionId } = kind
  const duration = durations.get(seriesKey) ?? { seriesId: chosen.id, engineId, versionId, quarter, counts: [] }
  durations.set(seriesKey, duration)
  return { series: count, duration }
}

const noCalls = { calls: 0, errors: 0, records: 0, failed: 0, warnings: 0, micros: 0 }

function addCall(count: SeriesCount, { records, failed, warnings }: CallKind, micros: number): void {
  count.calls += 1
  count.errors += failed > 0 ? 1 : 0
  count.records += records
  count.failed += failed
  count.warnings += warnings
  count.micros += micros
}

function withoutNames(kind: CallKind): CallKind {
  return { ...kind, sourceSystem: othersName, callerKind: 'anyone', callerId: null, callerName: othersName }
}

/** The series of a call. Every process derives the same id for it, as does the migration that added series. */
function seriesOf(kind: CallKind) {
  const { engineId, productId, versionId, purpose, sourceSystem, callerKind, callerId, callerName } = kind
  const parts = [engineId, productId, versionId ?? '', purpose, sourceSystem, callerKind, callerId ?? '', callerName]
  const hash = createHash('md5').update(parts.join('\u001F')).digest('hex')
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20)}`
  return { id, engineId, productId, versionId, purpose, sourceSystem, callerKind, callerId, callerName }
}

function noteSlow(slow: Map<string, SlowCall[]>, memory: UsageMemory, call: SlowCall): void {
  if (call.micros <= memory.slowestFrom(call.engineId, call.day)) return
  const key = `${call.engineId} ${call.day}`
  const calls = slow.get(key)
  if (calls === undefined) slow.set(key, [call])
  else calls.push(call)
}

/** Values of some calls of the group, evenly sampled: all of few calls, a part under load. */
function sampleValues(group: CallGroup, memory: UsageMemory): ValueCount[] {
  const counts = new Map<string, ValueCount>()
  const step = Math.max(1, Math.floor(group.size / sampledCalls))
  for (let index = 0; index < group.size; index += step) {
    const brief = group.briefs[index]
    const texts = group.textsOf(index, longestSample)
    if (brief === undefined || texts === undefined) continue
    const { engineId } = group.kindOf(brief.kindNumber)
    const week = Math.floor((brief.at - firstMonday) / (7 * dayMs)) * 7 + 4
    for (const value of valuesOfCall(texts)) {
      const bucket = admittedBucket(value, `${engineId} ${week} ${value.direction} ${value.name}`, memory)
      const key = `${engineId} ${week} ${value.direction} ${value.name}\u001F${value.kind} ${bucket}`
      const count = counts.get(key) ?? { ...value, engineId, week, bucket, calls: 0 }
      counts.set(key, count)
      count.calls += 1
    }
  }
  return [...counts.values()]
}

function admittedBucket({ kind, bucket }: CountedValue, key: string, memory: UsageMemory): string {
  return kind !== 'text' || memory.admitsText(key, bucket) ? bucket : othersName
}
