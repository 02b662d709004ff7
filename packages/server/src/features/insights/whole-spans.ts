import { quarterMs } from '@sheetwright/contract/insights/zone-days.ts'

/** A time range read from the counters of one span, given in minutes. */
export interface SpanRange {
  readonly span: number
  readonly from: number
  readonly to: number
}

const dayMs = 86_400_000

interface Span {
  readonly minutes: number
  readonly floor: (at: number) => number
  readonly next: (start: number) => number
}

function evenly(minutes: number): Span {
  const length = minutes * 60_000
  return { minutes, floor: (at) => Math.floor(at / length) * length, next: (start) => start + length }
}

function monthAfter(at: number, months: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

/** Longest first. */
const spans: readonly Span[] = [
  { minutes: 43_200, floor: (at) => monthAfter(at, 0), next: (start) => monthAfter(start, 1) },
  evenly(1440),
  evenly(180),
  evenly(60),
  evenly(15),
]

/**
 * Splits a range into whole spans with as few rows as possible: months inside, days around them, hours and quarters at
 * the ends.
 */
function wholeSpans(from: number, to: number, level = 0): SpanRange[] {
  const span = spans[level]
  if (from >= to || span === undefined) return []
  const floor = span.floor(from)
  const first = floor === from ? from : span.next(floor)
  const last = span.floor(to)
  if (first >= last) return wholeSpans(from, to, level + 1)
  return [
    ...wholeSpans(from, first, level + 1),
    { span: span.minutes, from: first, to: last },
    ...wholeSpans(last, to, level + 1),
  ]
}

/** The spans of a series whose points start at these times; adjacent spans of the same length are merged. */
export function spansOfPoints(points: readonly number[], to: number): SpanRange[] {
  const merged: SpanRange[] = []
  points.forEach((from, index) => {
    for (const range of wholeSpans(from, points[index + 1] ?? to)) {
      const last = merged.at(-1)
      if (last !== undefined && last.span === range.span && last.to === range.from)
        merged[merged.length - 1] = { ...last, to: range.to }
      else merged.push(range)
    }
  })
  return merged
}

/** Extends a range to full quarters of an hour. */
export function quarterRange({ from, to }: { readonly from: string; readonly to: string }) {
  return {
    from: Math.floor(Date.parse(from) / quarterMs) * quarterMs,
    to: Math.ceil(Date.parse(to) / quarterMs) * quarterMs,
  }
}

/** The UTC days that overlap a range. */
export function daysOf({ from, to }: { readonly from: number; readonly to: number }) {
  const text = (at: number) => new Date(Math.floor(at / dayMs) * dayMs).toISOString().slice(0, 10)
  return { first: text(from), last: text(to - 1) }
}
