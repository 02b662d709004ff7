import type { CalendarDate } from './serial.ts'

interface Era {
  readonly letter: string
  readonly short: string
  readonly name: string
  readonly start: CalendarDate
}

/** The eras since 1868, latest first. */
const ERAS: readonly Era[] = [
  { letter: 'R', short: '令', name: '令和', start: { year: 2019, month: 5, day: 1 } },
  { letter: 'H', short: '平', name: '平成', start: { year: 1989, month: 1, day: 8 } },
  { letter: 'S', short: '昭', name: '昭和', start: { year: 1926, month: 12, day: 25 } },
  { letter: 'T', short: '大', name: '大正', start: { year: 1912, month: 7, day: 30 } },
  { letter: 'M', short: '明', name: '明治', start: { year: 1868, month: 1, day: 1 } },
]

function startsBy(era: Era, date: CalendarDate): boolean {
  const { start } = era
  if (date.year !== start.year) return date.year > start.year
  return date.month === start.month ? date.day >= start.day : date.month > start.month
}

/** Era of a date and the year within it (from 1). */
export function japaneseEra(date: CalendarDate): { letter: string; short: string; name: string; year: number } {
  const era = ERAS.find((candidate) => startsBy(candidate, date)) ?? ERAS.at(-1)
  if (!era) return { letter: '', short: '', name: '', year: date.year }
  return { letter: era.letter, short: era.short, name: era.name, year: date.year - era.start.year + 1 }
}

const ERA_DATE =
  /^(?:(令和|平成|昭和|大正|明治|[RHSTM])\s*(\d{1,2}|元)年\s*(\d{1,2})月\s*(\d{1,2})日|([RHSTM])\s*(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,2}))$/i

/** The date that a text such as 令和8年1月15日 or R8.1.15 names, before validation against the calendar. */
export function readEraDate(text: string): CalendarDate | undefined {
  const match = ERA_DATE.exec(text)
  if (!match) return undefined
  const [, sign = '', yearText = '', month, day] = match.filter((part) => part !== undefined)
  const era = ERAS.find(({ name, letter }) => name === sign || letter === sign.toUpperCase())
  if (!era) return undefined
  const year = yearText === '元' ? 1 : Number(yearText)
  if (year < 1) return undefined
  return { year: era.start.year + year - 1, month: Number(month), day: Number(day) }
}
