import { effectiveYears } from '@sheetwright/contract/engines/engine.ts'
import { CallError } from '../../platform/http/call-error.ts'

interface AskedDates {
  readonly effectiveStartDate?: string | undefined
  readonly effectiveEndDate?: string | undefined
}

interface Dates {
  readonly effectiveStart: Date
  readonly effectiveEnd: Date
}

/** The effective dates of a master: as requested, else as they are, else ten years from now. Days count in full. */
export function masterDates(asked: AskedDates, current?: Dates): Dates {
  const { effectiveStartDate: from, effectiveEndDate: to } = asked
  const effectiveStart = from === undefined ? (current?.effectiveStart ?? new Date()) : momentOf(from, 'T00:00:00.000Z')
  const effectiveEnd =
    to === undefined ? (current?.effectiveEnd ?? later(effectiveStart)) : momentOf(to, 'T23:59:59.999Z')
  if (effectiveStart < effectiveEnd) return { effectiveStart, effectiveEnd }
  throw new CallError('INVALID_INPUT', 'The effective dates end before they begin', [
    {
      field: 'effectiveEndDate',
      message: 'must be after effectiveStartDate',
      allowed: `after ${effectiveStart.toISOString()}`,
    },
  ])
}

function momentOf(text: string, time: string): Date {
  return new Date(text.length === 10 ? `${text}${time}` : text)
}

function later(start: Date): Date {
  const end = new Date(start)
  end.setUTCFullYear(end.getUTCFullYear() + effectiveYears)
  return end
}
