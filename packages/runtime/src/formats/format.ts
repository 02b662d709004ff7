import { localeOf } from '../locale.ts'
import { formatGeneral } from './general.ts'
import { digitByDigit, inPositions, type NumeralStyle } from './numerals.ts'
import { type Condition, type NumberFormat, type Piece, parseFormat, type Section } from './parse.ts'
import { type DateSetting, renderDate } from './render-date.ts'
import { renderFraction } from './render-fraction.ts'
import { isShownAsZero, literalOf, renderNumber } from './render-number.ts'
import { SYSTEM_DATE, SYSTEM_TIME, tagOfLocaleId } from './windows-locales.ts'

interface FormatSetting {
  readonly date1904: boolean
  readonly locale: string
  /** Did Excel for Windows or for Mac save the workbook? */
  readonly characterSet?: 'windows' | 'mac'
}

/**
 * A number or text formatted with a format code. Undefined if Excel gives an error: the code is invalid, or it is a
 * date format and the number is not a date.
 */
export function formatValue(value: number | string, code: string, setting: FormatSetting): string | undefined {
  const format = parseFormat(code)
  if (!format) return undefined
  return typeof value === 'string' ? formatText(value, format) : formatNumber(value, format, setting)
}

/** Text uses the fourth section, or the only one if that has an `@`; otherwise it stays unchanged. */
function formatText(text: string, format: NumberFormat): string {
  const section =
    format.sections[3] ?? (format.sections.length < 4 ? format.sections.findLast((s) => s.kind === 'text') : undefined)
  if (!section) return text
  return section.pieces.map((piece) => (piece.kind === 'text' ? text : literalOf(piece))).join('')
}

interface Choice {
  readonly section: Section
  /** Is the section only for negative numbers, so that it shows them without a minus? */
  readonly negativeOnly: boolean
}

function formatNumber(value: number, format: NumberFormat, setting: FormatSetting): string | undefined {
  const choice = chooseSection(value, format.sections)
  if (!choice) return unmatched(value, format.sections, setting)
  const { negativeOnly } = choice
  const section = expandSystem(choice.section, setting)
  if (section.kind === 'date') return renderDate(value, section, dateSetting(choice.section, setting))
  const sign = value < 0 && !negativeOnly && !isShownAsZero(value, section) ? '-' : ''
  return sign + renderMagnitude(Math.abs(value), section, setting)
}

/** A number that no section takes is shown as in General, but not at all beside a section for text. */
function unmatched(value: number, sections: readonly Section[], setting: FormatSetting): string {
  if (sections.some(({ kind }) => kind === 'text')) return ''
  return (value < 0 ? '-' : '') + formatGeneral(Math.abs(value)).replace('.', localeOf(setting.locale).decimal)
}

function renderMagnitude(magnitude: number, section: Section, setting: FormatSetting): string {
  const marks = localeOf(setting.locale)
  const style = section.digits === undefined ? undefined : (Math.min(section.digits, 3) as NumeralStyle)
  if (section.kind === 'fraction') return renderFraction(magnitude, section, marks)
  // A section for text does not format numbers.
  if (section.kind === 'text') return formatGeneral(magnitude).replace('.', marks.decimal)
  if (section.kind === 'general') {
    return section.pieces.map((piece) => generalPiece(piece, magnitude, style, marks.decimal)).join('')
  }
  const text = renderNumber(magnitude, section, marks)
  return style === undefined ? text : digitByDigit(text, style)
}

function generalPiece(piece: Piece, magnitude: number, style: NumeralStyle | undefined, decimalMark: string): string {
  if (piece.kind !== 'general' && piece.kind !== 'text') return literalOf(piece)
  const text = formatGeneral(magnitude)
  if (style === undefined) return text.replace('.', decimalMark)
  return /^\d+$/.test(text) ? inPositions(text, style) : digitByDigit(text, style)
}

/** The section that shows this number. */
function chooseSection(value: number, all: readonly Section[]): Choice | undefined {
  const sections =
    all.length === 4 ? all.slice(0, 3) : all.filter((section, index) => section.kind !== 'text' || index === 0)
  const [first, second, third] = sections
  if (!first) return undefined
  if (sections.some((section) => section.condition)) return chooseByCondition(value, sections)
  if (!second) return { section: first, negativeOnly: false }
  if (value < 0) return { section: second, negativeOnly: true }
  return value === 0 && third ? { section: third, negativeOnly: false } : { section: first, negativeOnly: false }
}

function chooseByCondition(value: number, sections: readonly Section[]): Choice | undefined {
  const [first, second, third] = sections
  if (first && holds(value, first.condition ?? { operator: '>', operand: 0 })) return choiceOf(first, first.condition)
  if (second && (second.condition === undefined ? !third || value < 0 : holds(value, second.condition))) {
    // Without its own condition the second section is for negative numbers, unless other numbers fall to it.
    return second.condition
      ? choiceOf(second, second.condition)
      : { section: second, negativeOnly: third !== undefined || !keepsSign(first) }
  }
  const last = third ?? (sections.length === 1 ? first : undefined)
  return last && sections.length > 1 ? choiceOf(last, undefined) : undefined
}

function keepsSign(first: Section | undefined): boolean {
  const { operator, operand } = first?.condition ?? { operator: '>', operand: 0 }
  return operator === '=' || ((operator === '>' || operator === '>=') && operand > 0)
}

function choiceOf(section: Section, condition: Condition | undefined): Choice {
  return { section, negativeOnly: condition !== undefined && onlyNegative(condition) }
}

function onlyNegative({ operator, operand }: Condition): boolean {
  if (operator === '<') return operand <= 0
  return (operator === '<=' || operator === '=') && operand < 0
}

const COMPARISONS: Readonly<Record<Condition['operator'], (value: number, operand: number) => boolean>> = {
  '<': (value, operand) => value < operand,
  '<=': (value, operand) => value <= operand,
  '>': (value, operand) => value > operand,
  '>=': (value, operand) => value >= operand,
  '=': (value, operand) => value === operand,
  '<>': (value, operand) => value !== operand,
}

function holds(value: number, { operator, operand }: Condition): boolean {
  return COMPARISONS[operator](value, operand)
}

/** `[$-F800]` and `[$-F400]` mean the system's long date and time; here those of en-US, or of Japan. */
function expandSystem(section: Section, { locale }: FormatSetting): Section {
  const [date, time] = locale.startsWith('ja')
    ? ['yyyy"年"m"月"d"日"', 'h:mm:ss']
    : ['dddd, mmmm d, yyyy', 'h:mm:ss AM/PM']
  if (section.locale === SYSTEM_DATE) return parseFormat(date)?.sections[0] ?? section
  if (section.locale === SYSTEM_TIME) return parseFormat(time)?.sections[0] ?? section
  return section
}

function dateSetting(section: Section, setting: FormatSetting): DateSetting {
  const tag = typeof section.locale === 'number' ? tagOfLocaleId(section.locale) : section.locale
  const language = tag ?? setting.locale
  const locale = localeOf(language.split(/-x-/i)[0] ?? language)
  return {
    date1904: setting.date1904,
    names: locale.names,
    // A section that names its language shows everything in it.
    shownNames: tag === undefined ? locale.shownNames : locale.names,
    decimal: localeOf(setting.locale).decimal,
    eras: language.startsWith('ja'),
    firstYearByName: /-x-gannen$/i.test(language),
    losesDaysToSeconds: setting.characterSet !== 'mac',
  }
}
