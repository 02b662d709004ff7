import { type CalendarDate, isDateSerial, serialToDate, weekdayOf } from '../dates/serial.ts'
import type { DateNames } from '../locale.ts'
import { japaneseEra } from '../dates/japanese-eras.ts'
import { formatGeneral } from './general.ts'
import { digitByDigit, inPositions, type NumeralStyle } from './numerals.ts'
import type { Piece, Section } from './parse.ts'
import { literalOf } from './render-number.ts'
import { powerOfTen } from '../numeric/real-power.ts'

const SECONDS_A_DAY = 86_400

/** A time split into units, rounded to the smallest unit that the section shows. */
interface Moment {
  readonly value: number
  readonly serial: number
  readonly date: CalendarDate
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Digits of the fractional second. */
  readonly fraction: string
  /** The whole value in seconds, for elapsed time. */
  readonly totalSeconds: number
}

function momentOf(value: number, places: number, date1904: boolean, anySize: boolean): Moment | undefined {
  const unit = powerOfTen(places)
  const whole = Math.floor(value)
  // Days and the time of day are rounded separately, so that large serial numbers keep their precision.
  let ticks = Math.round((value - whole) * SECONDS_A_DAY * unit)
  let serial = whole
  if (ticks >= SECONDS_A_DAY * unit) {
    serial += 1
    ticks -= SECONDS_A_DAY * unit
  }
  const inCalendar = isDateSerial(serial, date1904)
  if (!inCalendar && !anySize) return undefined
  const seconds = Math.floor(ticks / unit)
  return {
    value,
    serial,
    date: serialToDate(inCalendar ? serial : 0, date1904),
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    fraction: places > 0 ? String(ticks % unit).padStart(places, '0') : '',
    totalSeconds: serial * SECONDS_A_DAY + seconds,
  }
}

export interface DateSetting {
  readonly date1904: boolean
  /** Names in the language of the section. */
  readonly names: DateNames
  /** Names that the codes for months, weekdays and halves of the day show. */
  readonly shownNames: DateNames
  /** Decimal mark of the system; a section with another language changes names only. */
  readonly decimal: string
  /** Years are counted in eras. */
  readonly eras: boolean
  /** The first year of an era is written 元. */
  readonly firstYearByName: boolean
  /** Elapsed hours and minutes after seconds are wrong, as in Excel for Windows. */
  readonly losesDaysToSeconds: boolean
}

/** The units that the section shows as elapsed time: `[h]` makes every `h` of its section exceed 24. */
type ElapsedUnits = ReadonlySet<string>

/**
 * A number as date and time. Undefined for a number that is not a date: past the year 9999, or negative, unless the
 * workbook counts from 1904 or the section shows only elapsed time.
 */
export function renderDate(value: number, section: Section, setting: DateSetting): string | undefined {
  const { pieces } = section
  const units = elapsedUnits(pieces)
  const onlyElapsed = units.size > 0 && !pieces.some((piece) => piece.kind === 'date' || piece.kind === 'seconds')
  if (value < 0 && !onlyElapsed && !setting.date1904) return undefined
  const places = pieces.reduce((most, piece) => Math.max(most, piece.kind === 'seconds' ? piece.places : 0), 0)
  const moment = momentOf(Math.abs(value), places, setting.date1904, units.size > 0)
  if (!moment) return undefined
  const halves = pieces.some((piece) => piece.kind === 'half')
  const style = section.digits === undefined ? undefined : (Math.min(section.digits, 3) as NumeralStyle)
  const sign = value < 0 ? '-' : ''
  const afterSeconds = { ...moment, totalSeconds: secondsAsDays(Math.abs(value)) }
  const secondsAt = setting.losesDaysToSeconds
    ? pieces.findIndex((piece) => piece.kind === 'date' && piece.letter === 's')
    : -1
  const rendered = pieces.map((piece, index) => {
    const late = secondsAt >= 0 && index > secondsAt && piece.kind === 'elapsed' && piece.letter !== 's'
    return renderPiece(piece, late ? afterSeconds : moment, halves, setting, style, units)
  })
  return sign + rendered.join('')
}

/**
 * After Excel for Windows has written the seconds of a minute, it takes them, rounded half up, for the whole value:
 * elapsed hours and minutes further right in the same format are computed from that many days.
 */
function secondsAsDays(value: number): number {
  const secondOfMinute = ((value - Math.floor(value)) * SECONDS_A_DAY) % 60
  return Math.floor((secondOfMinute + 0.5) * SECONDS_A_DAY)
}

function renderPiece(
  piece: Piece,
  moment: Moment,
  halves: boolean,
  setting: DateSetting,
  style: NumeralStyle | undefined,
  units: ElapsedUnits,
): string {
  if (piece.kind === 'half') return halfOf(piece.letters, moment.hour, setting)
  if (piece.kind === 'general') return formatGeneral(moment.value)
  if (piece.kind === 'seconds') return `${setting.decimal}${moment.fraction.slice(0, piece.places)}`
  if (piece.kind === 'elapsed') {
    if (units.has(piece.letter)) return elapsed(piece.letter, piece.count, moment.totalSeconds)
    return padded(piece.letter === 's' ? moment.second : moment.minute, piece.count)
  }
  if (piece.kind !== 'date') return literalOf(piece)
  if (units.has(piece.letter === 'minute' ? 'm' : piece.letter) && piece.letter !== 'm') {
    return elapsed(elapsedLetter(piece.letter), piece.count, moment.totalSeconds)
  }
  return numerals(field(piece.letter, piece.count, moment, halves, setting), piece.letter, style)
}

/** The elapsed unit: the one in brackets, or a larger one of the section instead. */
function elapsedUnits(pieces: readonly Piece[]): ElapsedUnits {
  const marked = pieces.find((piece) => piece.kind === 'elapsed')?.letter
  if (marked === undefined) return new Set()
  const has = (letter: string) => pieces.some((piece) => piece.kind === 'date' && piece.letter === letter)
  if (marked !== 'h' && has('h')) return new Set(['h'])
  return new Set(marked === 's' && has('minute') ? ['m'] : [marked])
}

function elapsedLetter(letter: string): 'h' | 'm' | 's' {
  if (letter === 'minute') return 'm'
  return letter === 's' ? 's' : 'h'
}

function numerals(text: string, letter: string, style: NumeralStyle | undefined): string {
  if (style === undefined || !/^\d+$/.test(text)) return text
  return letter === 'y' || letter === 'b' ? digitByDigit(text, style) : inPositions(text, style)
}

function halfOf(letters: Extract<Piece, { kind: 'half' }>['letters'], hour: number, setting: DateSetting): string {
  const isAfternoon = hour >= 12
  if (letters !== 'shown' && letters !== 'own') return letters[isAfternoon ? 1 : 0]
  const { am, pm } = letters === 'shown' ? setting.shownNames : setting.names
  return isAfternoon ? pm : am
}

function elapsed(letter: 'h' | 'm' | 's', count: number, totalSeconds: number): string {
  const unit = letter === 'h' ? 3600 : letter === 'm' ? 60 : 1
  return String(Math.floor(totalSeconds / unit)).padStart(count, '0')
}

function field(letter: string, count: number, moment: Moment, halves: boolean, setting: DateSetting): string {
  const { date } = moment
  switch (letter) {
    case 'y':
      return count <= 2 ? twoDigits(date.year % 100) : String(date.year)
    case 'b':
      return count <= 2 ? twoDigits((date.year + 543) % 100) : String(date.year + 543)
    case 'm':
      return month(date.month, count, setting.shownNames)
    case 'd':
      return day(moment, count, setting)
    case 'a':
      return weekdayName(moment, count >= 4, setting.names, setting.date1904)
    case 'h':
      return padded(halves ? ((moment.hour + 11) % 12) + 1 : moment.hour, count)
    case 'minute':
      return padded(moment.minute, count)
    case 's':
      return padded(moment.second, count)
    case 'e':
      return eraYear(date, count, setting)
    case 'r':
    case 'R':
      // r is the era's year in two digits; rr is the era's name and that year.
      if (!setting.eras) return letter.repeat(count)
      return (count > 1 ? eraName(date, 3, setting) : '') + eraYear(date, 2, setting)
    default:
      return eraName(date, count, setting)
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function padded(value: number, count: number): string {
  return count >= 2 ? twoDigits(value) : String(value)
}

function month(number: number, count: number, names: DateNames): string {
  if (count <= 2) return padded(number, count)
  if (count === 3) return names.shortMonths[number - 1] ?? ''
  const name = names.months[number - 1] ?? ''
  return count === 5 ? name.slice(0, 1) : name
}

function day(moment: Moment, count: number, setting: DateSetting): string {
  if (count <= 2) return padded(moment.date.day, count)
  return weekdayName(moment, count >= 4, setting.shownNames, setting.date1904)
}

function weekdayName(moment: Moment, long: boolean, names: DateNames, date1904: boolean): string {
  const index = weekdayOf(moment.serial, date1904)
  return (long ? names.weekdays : names.shortWeekdays)[index] ?? ''
}

function eraYear(date: CalendarDate, count: number, setting: DateSetting): string {
  if (!setting.eras) return String(date.year)
  const { year } = japaneseEra(date)
  if (year === 1 && setting.firstYearByName) return '元'
  return padded(year, count)
}

function eraName(date: CalendarDate, count: number, setting: DateSetting): string {
  if (!setting.eras) return ''
  const era = japaneseEra(date)
  return count === 1 ? era.letter : count === 2 ? era.short : era.name
}
