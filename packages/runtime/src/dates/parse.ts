import type { DateNames, Locale } from '../locale.ts'
import { readEraDate } from './japanese-eras.ts'
import { dateToSerial, daysInExcelMonth, isDateSerial, serialToDate } from './serial.ts'

/** Context for parsing a date: "5-Jan" means the current year. */
export interface DateSetting {
  readonly date1904: boolean
  readonly now: () => number
}

/** The last part may be left out after its colon ("10:"), but not before AM or PM; a zero leads at most one digit. */
const TIME =
  /^(?:((?!0\d\d)\d{1,4}) *: *((?!0\d\d)\d{1,4})(?:\.| *: *((?!0\d\d)\d{1,4})(\.\d*)?)?(?:\s*(AM|PM|A|P))?|((?!0\d\d)\d{1,4}) *: *((?!0\d\d)\d{1,4})(\.\d+)|(\d{1,2})\s+(AM|PM|A|P)|((?!0\d\d)\d{1,4}) *:(?: *((?!0\d\d)\d{1,4}) *:)?)$/i

/** The fraction of a day (or more: "25:00") that a text such as "1:30 PM" means. */
function parseTime(text: string, locale: Locale): number | undefined {
  const match = TIME.exec(dayHalfInEnglish(text, locale))
  if (!match) return undefined
  const [, hours, minutes, seconds, fraction, half, wholeMinutes, wholeSeconds, tenths, hourOnly, hourHalf] = match
  const [openHours, openMinutes] = match.slice(11)
  // Only seconds can have a fraction, so "12:30.5" means minutes and seconds.
  if (tenths !== undefined) return timeOf(0, Number(wholeMinutes), Number(wholeSeconds), Number(tenths))
  const hour = hourIn24(Number(hourOnly ?? hours ?? openHours), hourHalf ?? half)
  if (hour === undefined) return undefined
  if (half !== undefined && (Number(minutes) > 59 || Number(seconds ?? 0) > 59)) return undefined
  return timeOf(
    hour,
    Number(minutes ?? openMinutes ?? 0),
    Number(seconds ?? 0),
    fraction && fraction.length > 1 ? Number(fraction) : 0,
  )
}

/** One of the parts may exceed its range, the others may not. */
function timeOf(hour: number, minute: number, second: number, fraction: number): number | undefined {
  const over = Number(hour > 23) + Number(minute > 59) + Number(second > 59)
  return over > 1 ? undefined : (hour * 3600 + minute * 60 + second + fraction) / 86_400
}

function hourIn24(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour > 12) return undefined
  return (hour % 12) + (half[0]?.toUpperCase() === 'P' ? 12 : 0)
}

function dayHalfInEnglish(text: string, { names: { am, pm } }: Locale): string {
  return am === 'AM' ? text : text.replace(am, 'AM').replace(pm, 'PM')
}

/** Two-digit years: 00 to 29 are in this century, 30 to 99 in the last one. */
function fullYear(digits: string): number | undefined {
  const year = Number(digits)
  if (digits.length <= 2) return year < 30 ? 2000 + year : 1900 + year
  return digits.length === 4 ? year : undefined
}

function monthFromName(name: string, locale: Locale): number | undefined {
  const wanted = name.toLowerCase().replace(/\.$/, '')
  if (wanted.length < 3 && !/[^a-z]/.test(wanted)) return undefined
  return monthOf(wanted, locale.names) ?? monthOf(wanted, locale.shownNames)
}

function monthOf(wanted: string, { months, shortMonths }: DateNames): number | undefined {
  const find = (names: readonly string[]) =>
    names.findIndex((month) => month.toLowerCase().replace(/\.$/, '') === wanted)
  const index = Math.max(find(months), find(shortMonths))
  return index >= 0 ? index + 1 : monthFromBeginning(wanted, months)
}

/** The month of whose name this is the beginning, if it is only one: "Sept", "Octo". */
function monthFromBeginning(beginning: string, months: readonly string[]): number | undefined {
  if (beginning.length < 3) return undefined
  const isMeant = (month: string) => month.toLowerCase().startsWith(beginning)
  const first = months.findIndex(isMeant)
  return first >= 0 && first === months.findLastIndex(isMeant) ? first + 1 : undefined
}

type Part = { readonly digits: string } | { readonly word: string }

/** Matches a text whose white space is single blanks. Without the flag v, which databases do not know. */
const DATE_PARTS =
  /^(\d{1,4}|[^\P{L}年]+\.?)(?: ?([-/., 年]) ?(\d{1,4}|[^\P{L}年]+\.?))?(?: ?([-/., 月]) ?(\d{1,4})日?)?$/u

/** Serial number of the day that a text such as "2020-01-31", "1/31/2020" or "31 Jan 2020" names. */
function parseDate(text: string, locale: Locale, setting: DateSetting): number | undefined {
  const date = (isJapanese(locale) ? readEraDate(text) : undefined) ?? readDate(text, locale, setting)
  if (!date) return undefined
  const { year, month, day } = date
  if (month < 1 || month > 12 || day < 1 || day > daysInExcelMonth(year, month, setting.date1904)) return undefined
  const serial = dateToSerial(year, month, day, setting.date1904)
  return isDateSerial(serial, setting.date1904) && year >= (setting.date1904 ? 1904 : 1900) ? serial : undefined
}

function isJapanese(locale: Locale): boolean {
  return locale.tag.startsWith('ja')
}

/** With 年, 月 and 日 behind the numbers. */
function isWrittenWithUnits({ tag }: Locale): boolean {
  return /^(?:ja|zh)/.test(tag)
}

/** 2026年1月 means its first day, and 1月15日 a day of the current year. */
const IN_PART = /^(?:(\d{4})年(\d{1,2})月|(\d{1,2})月(\d{1,2})日)$/

function readPartOfDate(text: string, setting: DateSetting): Parts | undefined {
  const match = IN_PART.exec(text)
  if (!match) return undefined
  const [, year, monthOfYear, month, day = '1'] = match
  return {
    year: year === undefined ? serialToDate(setting.now(), setting.date1904).year : Number(year),
    month: Number(monthOfYear ?? month),
    day: Number(day),
  }
}

function readDate(text: string, locale: Locale, setting: DateSetting): Parts | undefined {
  const inPart = isWrittenWithUnits(locale) ? readPartOfDate(text, setting) : undefined
  if (inPart) return inPart
  const match = DATE_PARTS.exec(withoutLastPoint(withBlanks(text), locale))
  if (!match?.[3] || !match[1]) return undefined
  if (match[4] === '月' && !text.endsWith('日')) return undefined
  const [, first, separator1, second, separator2, third] = match
  if (!separatorsAgree([first, second], [separator1, separator2], locale)) return undefined
  const parts = [first, second, third].filter((part) => part !== undefined).map(toPart)
  return readParts(parts, locale, setting)
}

/** The text with single blanks, also between a month's name and a number: "5Jan2020" and "MARCH1" are dates. */
function withBlanks(text: string): string {
  const single = text.replaceAll(/\s+/g, ' ')
  if (!/\d[a-z]|[a-z]\d/i.test(single)) return single
  return single.replaceAll(/(\d)([a-z])/gi, '$1 $2').replaceAll(/([a-z])(\d)/gi, '$1 $2')
}

/** "24.12." is a date where points are between day and month. */
function withoutLastPoint(text: string, { dateSeparator }: Locale): string {
  return dateSeparator === '.' && /^(?:[0-2]?\d|3[01])\. ?\d{1,2}\.$/.test(text) ? text.slice(0, -1) : text
}

/** Only date separators may be between numbers; a comma or a space requires the month as a word. */
function separatorsAgree(
  [first, second]: readonly (string | undefined)[],
  separators: readonly (string | undefined)[],
  locale: Locale,
): boolean {
  if (separators.includes('.') && locale.dateSeparator !== '.') return false
  if (separators.includes('年') && (separators.includes(undefined) || !isWrittenWithUnits(locale))) return false
  const hasWord = /^\D/.test(first ?? '') || /^\D/.test(second ?? '')
  return hasWord || separators.every((mark) => mark === undefined || /^[-/.年月]$/.test(mark))
}

function toPart(text: string): Part {
  return /^\d/.test(text) ? { digits: text } : { word: text }
}

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
}

function readParts(parts: readonly Part[], locale: Locale, setting: DateSetting): Parts | undefined {
  const wordAt = parts.findIndex((part) => 'word' in part)
  if (wordAt < 0) return readNumericDate(parts.map(digitsOf), locale, setting)
  const word = parts[wordAt]
  const month = word && 'word' in word ? monthFromName(word.word, locale) : undefined
  if (month === undefined) return undefined
  const numbers = parts.filter((_, index) => index !== wordAt).map(digitsOf)
  if (numbers.includes('')) return undefined
  return readNamedMonth(month, wordAt, numbers, setting)
}

function digitsOf(part: Part): string {
  return 'digits' in part ? part.digits : ''
}

function readNamedMonth(month: number, wordAt: number, numbers: string[], setting: DateSetting): Parts | undefined {
  const [first = '', second] = numbers
  if (second === undefined) return wordAt === 1 ? dayThenMonth(month, first, setting) : dayOrYear(month, first, setting)
  if (wordAt === 2) return undefined
  // "2020 Jan 5" puts the year first; otherwise the day comes before the year.
  if (wordAt === 1 && first.length === 4) return named(first, month, second)
  return named(second, month, first)
}

function named(yearDigits: string, month: number, dayDigits: string): Parts | undefined {
  const year = fullYear(yearDigits)
  return year === undefined || dayDigits.length > 2 ? undefined : { year, month, day: Number(dayDigits) }
}

/** A number before a month's name is a day up to 31, even one that the month does not have: "31-Apr" is no date. */
function dayThenMonth(month: number, digits: string, setting: DateSetting): Parts | undefined {
  const parts = dayOrYear(month, digits, setting)
  return parts && digits.length <= 2 && Number(digits) <= 31 && parts.day !== Number(digits) ? undefined : parts
}

/** A month with one number: a day of the current year if the month has it, else the year of the month's first day. */
function dayOrYear(month: number, digits: string, setting: DateSetting): Parts | undefined {
  const year = serialToDate(setting.now(), setting.date1904).year
  const day = Number(digits)
  if (digits.length <= 2 && day >= 1 && day <= daysInExcelMonth(year, month, setting.date1904))
    return { year, month, day }
  const namedYear = fullYear(digits)
  return namedYear === undefined ? undefined : { year: namedYear, month, day: 1 }
}

function readNumericDate(numbers: readonly string[], locale: Locale, setting: DateSetting): Parts | undefined {
  const [first = '', second = '', third] = numbers
  if (third === undefined) return readTwoNumbers(first, second, locale, setting)
  if (first.length >= 3) return ymd(first, second, third)
  if (locale.dateOrder === 'ymd') return ymd(first, second, third)
  return locale.dateOrder === 'mdy' ? ymd(third, first, second) : ymd(third, second, first)
}

function ymd(yearDigits: string, monthDigits: string, dayDigits: string): Parts | undefined {
  const year = fullYear(yearDigits)
  if (year === undefined || monthDigits.length > 2 || dayDigits.length > 2) return undefined
  return { year, month: Number(monthDigits), day: Number(dayDigits) }
}

function readTwoNumbers(first: string, second: string, locale: Locale, setting: DateSetting): Parts | undefined {
  if (first.length === 4 && locale.dateOrder === 'ymd') return ymd(first, second, '1')
  if (first.length > 2) return undefined
  if (locale.dateOrder === 'dmy' && second.length <= 2) return dayOrYear(Number(second), first, setting)
  return Number(first) >= 1 && Number(first) <= 12 ? dayOrYear(Number(first), second, setting) : undefined
}

/** A date, a time, or a date followed (or preceded) by a time. */
export function parseDateTime(given: string, locale: Locale, setting: DateSetting): number | undefined {
  const text = isJapanese(locale) ? withColons(given) : given
  return parseTime(text, locale) ?? parseDate(text, locale, setting) ?? parseBoth(text, locale, setting)
}

/** A time without a date. */
export function parseTimeAlone(given: string, locale: Locale): number | undefined {
  return parseTime(isJapanese(locale) ? withColons(given) : given, locale)
}

/** 13時30分 as 13:30; an hour alone is no time. */
function withColons(text: string): string {
  return text.includes('時')
    ? text.replace(/(\d{1,4})時(\d{1,4})分(?:(\d{1,4})秒)?$/, (_, h, m, s = '0') => `${h}:${m}:${s}`)
    : text
}

/** A date and a time with all possible blanks hold fewer. */
const MOST_BLANKS = 16

function parseBoth(given: string, locale: Locale, setting: DateSetting): number | undefined {
  if (!given.includes(':') && !/\b[ap]m?$/i.test(given)) return undefined
  const text = given.replaceAll(/\s+/g, ' ')
  let blanks = 0
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (++blanks > MOST_BLANKS) return undefined
    const head = text.slice(0, at).trim()
    const tail = text.slice(at + 1).trim()
    const sum = dateThenTime(head, tail, locale, setting) ?? dateThenTime(tail, head, locale, setting)
    if (sum !== undefined) return sum
  }
  return undefined
}

function dateThenTime(date: string, timeText: string, locale: Locale, setting: DateSetting): number | undefined {
  const day = parseDate(date, locale, setting)
  if (day === undefined) return undefined
  const time = parseTime(timeText, locale)
  return time === undefined ? undefined : day + time
}
