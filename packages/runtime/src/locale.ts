/** Names in dates and times. */
export interface DateNames {
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
  readonly weekdays: readonly string[]
  readonly shortWeekdays: readonly string[]
  readonly am: string
  readonly pm: string
}

/** The facts about a locale that conversion between text and values needs. */
export interface Locale {
  readonly tag: string
  readonly decimal: string
  readonly group: string
  readonly currency: string
  readonly dateOrder: 'mdy' | 'dmy' | 'ymd'
  readonly dateSeparator: string
  /** The names in the language of the locale. */
  readonly names: DateNames
  /** The names that `mmmm`, `dddd` and `AM/PM` show: in Japanese, Chinese and Korean settings the English ones. */
  readonly shownNames: DateNames
}

const english: DateNames = {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  am: 'AM',
  pm: 'PM',
}

const enUS: Locale = {
  tag: 'en-US',
  decimal: '.',
  group: ',',
  currency: '$',
  dateOrder: 'mdy',
  dateSeparator: '/',
  names: english,
  shownNames: english,
}

type Marks = readonly [
  decimal: string,
  group: string,
  currency: string,
  order: Locale['dateOrder'],
  dateSeparator: string,
]

/** Separators, currency and date order by locale. */
const marks: Readonly<Record<string, Marks>> = {
  'en-US': ['.', ',', '$', 'mdy', '/'],
  'en-GB': ['.', ',', '£', 'dmy', '/'],
  'en-AU': ['.', ',', '$', 'dmy', '/'],
  'en-NZ': ['.', ',', '$', 'dmy', '/'],
  'en-IE': ['.', ',', '€', 'dmy', '/'],
  'en-IN': ['.', ',', '₹', 'dmy', '-'],
  'en-ZA': ['.', ',', 'R', 'ymd', '/'],
  'en-CA': ['.', ',', '$', 'ymd', '-'],
  'en-SG': ['.', ',', '$', 'dmy', '/'],
  'en-HK': ['.', ',', '$', 'dmy', '/'],
  'ja-JP': ['.', ',', '¥', 'ymd', '/'],
  'zh-CN': ['.', ',', '¥', 'ymd', '/'],
  'zh-TW': ['.', ',', 'NT$', 'ymd', '/'],
  'zh-HK': ['.', ',', 'HK$', 'dmy', '/'],
  'ko-KR': ['.', ',', '₩', 'ymd', '-'],
  'th-TH': ['.', ',', '฿', 'dmy', '/'],
  'vi-VN': [',', '.', '₫', 'dmy', '/'],
  'id-ID': [',', '.', 'Rp', 'dmy', '/'],
  'ms-MY': ['.', ',', 'RM', 'dmy', '/'],
  'de-DE': [',', '.', '€', 'dmy', '.'],
  'de-AT': [',', '.', '€', 'dmy', '.'],
  'de-CH': ['.', '’', 'CHF', 'dmy', '.'],
  'fr-FR': [',', '\u202f', '€', 'dmy', '/'],
  'fr-CA': [',', '\u00a0', '$', 'ymd', '-'],
  'fr-CH': ['.', '’', 'CHF', 'dmy', '.'],
  'it-IT': [',', '.', '€', 'dmy', '/'],
  'es-ES': [',', '.', '€', 'dmy', '/'],
  'es-MX': ['.', ',', '$', 'dmy', '/'],
  'pt-BR': [',', '.', 'R$', 'dmy', '/'],
  'pt-PT': [',', '\u00a0', '€', 'dmy', '/'],
  'nl-NL': [',', '.', '€', 'dmy', '-'],
  'sv-SE': [',', '\u00a0', 'kr', 'ymd', '-'],
  'nb-NO': [',', '\u00a0', 'kr', 'dmy', '.'],
  'da-DK': [',', '.', 'kr.', 'dmy', '-'],
  'fi-FI': [',', '\u00a0', '€', 'dmy', '.'],
  'pl-PL': [',', '\u00a0', 'zł', 'dmy', '.'],
  'cs-CZ': [',', '\u00a0', 'Kč', 'dmy', '.'],
  'hu-HU': [',', '\u00a0', 'Ft', 'ymd', '.'],
  'ru-RU': [',', '\u00a0', '₽', 'dmy', '.'],
  'uk-UA': [',', '\u00a0', '₴', 'dmy', '.'],
  'tr-TR': [',', '.', '₺', 'dmy', '.'],
  'el-GR': [',', '.', '€', 'dmy', '/'],
  'he-IL': ['.', ',', '₪', 'dmy', '/'],
  'ar-SA': ['.', ',', 'ر.س', 'dmy', '/'],
  'hi-IN': ['.', ',', '₹', 'dmy', '-'],
  'ro-RO': [',', '.', 'lei', 'dmy', '.'],
  'hr-HR': [',', '.', '€', 'dmy', '.'],
  'sk-SK': [',', '\u00a0', '€', 'dmy', '.'],
  'sl-SI': [',', '.', '€', 'dmy', '.'],
  'et-EE': [',', '\u00a0', '€', 'dmy', '.'],
  'lv-LV': [',', '\u00a0', '€', 'dmy', '.'],
  'lt-LT': [',', '\u00a0', '€', 'ymd', '-'],
}

/** Twelve months from January, or seven weekdays from Sunday (4 January 1970), named by the platform's locale data. */
function names(tag: string, option: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] {
  const format = new Intl.DateTimeFormat(tag, { ...option, timeZone: 'UTC' })
  return dates.map((date) => format.format(date))
}

const DAY = 86_400_000
const monthDates = Array.from({ length: 12 }, (_, month) => Date.UTC(1970, month, 1))
const weekDates = Array.from({ length: 7 }, (_, day) => (3 + day) * DAY)

function dayHalf(tag: string, hour: number): string {
  const parts = new Intl.DateTimeFormat(tag, { hour: 'numeric', hour12: true, timeZone: 'UTC' }).formatToParts(
    hour * 3_600_000,
  )
  return parts.find((part) => part.type === 'dayPeriod')?.value ?? (hour < 12 ? 'AM' : 'PM')
}

/** What Windows, and Excel with it, calls otherwise than the platform's locale data. */
const windowsNames: Readonly<Record<string, (name: string) => string>> = {
  'de-DE': (name) => (name === 'Mär' ? 'Mrz' : name),
  'pt-BR': (name) => name.replace(/\.$/, ''),
}

function namesOf(tag: string): DateNames {
  if (tag.startsWith('en')) return english
  const ofWindows = windowsNames[tag] ?? ((name: string) => name)
  return {
    months: names(tag, { month: 'long' }, monthDates),
    shortMonths: names(tag, { month: 'short' }, monthDates).map(ofWindows),
    weekdays: names(tag, { weekday: 'long' }, weekDates),
    shortWeekdays: names(tag, { weekday: 'short' }, weekDates).map(ofWindows),
    am: dayHalf(tag, 1),
    pm: dayHalf(tag, 13),
  }
}

/** Languages whose own weekdays have a code of their own, `aaaa`, beside the English ones of `dddd`. */
const SHOWS_ENGLISH = /^(?:ja|ko|zh)/

/** A locale whose names are computed on first use: most runs never need them. */
function makeLocale(tag: string, [decimal, group, currency, dateOrder, dateSeparator]: Marks): Locale {
  let known: DateNames | undefined
  return {
    tag,
    decimal,
    group,
    currency,
    dateOrder,
    dateSeparator,
    get names() {
      return (known ??= namesOf(tag))
    },
    get shownNames() {
      return SHOWS_ENGLISH.test(tag) ? english : this.names
    },
  }
}

const locales: ReadonlyMap<string, Locale> = new Map(
  Object.entries(marks).map(([tag, facts]) => [tag, tag === 'en-US' ? enUS : makeLocale(tag, facts)]),
)

/** The first locale listed for each language is its default. */
const languages: ReadonlyMap<string, Locale> = new Map(
  [...locales].toReversed().map(([tag, locale]) => [languageOf(tag), locale]),
)

/** Is this a BCP 47 tag of a locale that is listed, or of a language that is? */
export function isKnownLocale(tag: string): boolean {
  return languages.has(languageOf(tag))
}

function languageOf(tag: string): string {
  return tag.replace(/-.*/, '')
}

/** Facts about a BCP 47 tag; an unlisted tag falls back to another locale of its language, then to en-US. */
export function localeOf(tag: string): Locale {
  if (tag === 'en-US') return enUS
  return locales.get(tag) ?? languages.get(languageOf(tag)) ?? enUS
}
