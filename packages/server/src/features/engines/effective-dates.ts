import { effectiveYears } from '@sheetwright/contract/engines/engine.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** The requested range: days count in full, from the start of the first to the end of the last. */
interface AskedRange {
  readonly effectiveStartDate?: string | undefined
  readonly effectiveEndDate?: string | undefined
}

export interface EffectiveRange {
  readonly effectiveStart: Date
  readonly effectiveEnd: Date
}

/** The effective range of a version: as requested, else as it is, else ten years from its upload. */
export function effectiveRange(asked: AskedRange, current?: Partial<EffectiveRange>): EffectiveRange {
  const { effectiveStartDate, effectiveEndDate } = asked
  const effectiveStart =
    effectiveStartDate === undefined ? (current?.effectiveStart ?? new Date()) : beginningOf(effectiveStartDate)
  const effectiveEnd =
    effectiveEndDate === undefined ? (current?.effectiveEnd ?? yearsLater(effectiveStart)) : endOf(effectiveEndDate)
  if (effectiveStart < effectiveEnd) return { effectiveStart, effectiveEnd }
  throw new CallError('INVALID_INPUT', 'The effective dates end before they begin', [
    {
      field: 'effectiveEndDate',
      message: 'must be after effectiveStartDate',
      allowed: `after ${effectiveStart.toISOString()}`,
    },
  ])
}

function beginningOf(text: string): Date {
  return new Date(text.length === 10 ? `${text}T00:00:00.000Z` : text)
}

function endOf(text: string): Date {
  return new Date(text.length === 10 ? `${text}T23:59:59.999Z` : text)
}

function yearsLater(start: Date): Date {
  const end = new Date(start)
  end.setUTCFullYear(end.getUTCFullYear() + effectiveYears)
  return end
}
