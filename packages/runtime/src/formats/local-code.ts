import type { Locale } from '../locale.ts'

const UNITS = ['y', 'm', 'd', 'h', 'm', 's'] as const

/** By language: the letters for year, month, day, hour, minute and second, and the word for General. */
const WORDS: Readonly<Record<string, readonly [letters: string, general: string]>> = {
  cs: ['rmdhms', 'General'],
  da: ['åmdtms', 'Standard'],
  de: ['jmthms', 'Standard'],
  es: ['amdhms', 'Estándar'],
  fi: ['vkptms', 'Yleinen'],
  fr: ['amjhms', 'Standard'],
  hu: ['éhnópm', 'Normál'],
  it: ['amghms', 'Standard'],
  ja: ['ymdhms', 'G/標準'],
  ko: ['ymdhms', 'G/표준'],
  nb: ['åmdtms', 'Standard'],
  nl: ['jmdums', 'Standaard'],
  pl: ['rmdgms', 'Standardowy'],
  pt: ['amdhms', 'Geral'],
  ru: ['гмдчмс', 'Основной'],
  sv: ['åmdtms', 'Standard'],
  tr: ['yagsdn', 'Genel'],
  zh: ['ymdhms', 'G/通用格式'],
}

/** By language: the words for black, blue, cyan, green, magenta, red, white and yellow, and that before a number. */
const COLORS: Readonly<Record<string, readonly [names: string, numbered: string]>> = {
  de: ['schwarz blau zyan grün magenta rot weiß gelb', 'farbe'],
  fr: ['noir bleu cyan vert magenta rouge blanc jaune', 'couleur'],
  ja: ['黒 青 水 緑 紫 赤 白 黄', '色'],
}

const PLACEHOLDER = /[0#?]/
const BLANK = /\s/
const KEPT = /"[^"]*"?|[\\!_*][^]?|AM\/PM|A\/P|E[+-]|General/iy
const BRACKET = /\[[^\]]*\]?/y

/**
 * A format code as somebody with these regional settings writes it (`TT.MM.JJJJ`, `#.##0,00` in Germany) as files store
 * it. TEXT reads its code in this way: Excel does not translate texts.
 */
export function storedCode(code: string, locale: Locale): string {
  const [letters, general] = WORDS[locale.tag.slice(0, 2)] ?? ['ymdhms', 'General']
  const hasOwnMarks = locale.decimal !== '.' || locale.group !== ','
  if (letters === 'ymdhms' && general === 'General' && !hasOwnMarks) return code
  const stored: string[] = []
  for (let at = 0; at < code.length; ) {
    const [read, written] = translated(code, at, stored.at(-1) ?? '', { locale, letters, general })
    stored.push(written)
    at += read.length
  }
  return stored.join('')
}

interface Notation {
  readonly locale: Locale
  readonly letters: string
  readonly general: string
}

/** The piece of a code at a position, as read and as stored, after the piece that was stored before it. */
function translated(code: string, at: number, before: string, notation: Notation): [read: string, written: string] {
  // The backslash of Japanese keyboards is the sign of the yen.
  if (code.charAt(at) === '\\' && notation.locale.tag === 'ja-JP') return ['\\', '\\¥']
  const kept = pieceAt(KEPT, code, at)
  if (kept) return [kept, kept]
  const bracket = pieceAt(BRACKET, code, at)
  if (bracket) return [bracket, storedBracket(bracket, notation)]
  const word = code.slice(at, at + notation.general.length)
  if (word.toLowerCase() === notation.general.toLowerCase()) return [word, 'General']
  const char = code.charAt(at)
  return [char, storedMark(char, code.charAt(at + 1), before, notation.locale) ?? storedLetter(char, notation.letters)]
}

/** What a sticky expression matches at a position. */
function pieceAt(expression: RegExp, code: string, at: number): string | undefined {
  expression.lastIndex = at
  return expression.exec(code)?.[0]
}

/** A mark between or after placeholders has its meaning; anywhere else it stands for itself. */
function storedMark(char: string, next: string, before: string, { decimal, group }: Locale): string | undefined {
  const follows = /[0#?,]$/.test(before)
  if (char === decimal) return follows || PLACEHOLDER.test(next) ? '.' : `\\${char}`
  if (char === group) return follows ? ',' : `\\${char}`
  // A blank is typed for the no-break space between thousands.
  if (BLANK.test(char) && BLANK.test(group)) return follows && PLACEHOLDER.test(next) ? ',' : char
  return char === '.' || char === ',' ? `\\${char}` : undefined
}

/** The English letter for a unit; a letter that is English for a unit, but not in this language, is a text. */
function storedLetter(char: string, letters: string): string {
  const unit = letters.indexOf(char.toLowerCase())
  if (unit >= 0) return UNITS[unit] ?? char
  return /[ymdhs]/i.test(char) ? `\\${char}` : char
}

/** Conditions (`[>0,5]`) and elapsed time (`[u]:mm` in Dutch). */
function storedBracket(bracket: string, { locale, letters }: Notation): string {
  if (/^\[[<>=]/.test(bracket)) return bracket.replace(locale.decimal, '.')
  const inside = bracket.slice(1, -1).toLowerCase()
  const color = storedColor(inside, locale)
  if (color !== undefined) return color
  const unit = letters.indexOf(inside.charAt(0), 3)
  return unit >= 0 && inside === inside.charAt(0).repeat(inside.length)
    ? `[${(UNITS[unit] ?? '').repeat(inside.length)}]`
    : bracket
}

/** A colour in English, of which TEXT shows nothing; an English one is none in these languages. */
function storedColor(word: string, { tag }: Locale): string | undefined {
  const known = COLORS[tag.slice(0, 2)]
  if (!known) return undefined
  const [names, numbered] = known
  const number = word.startsWith(numbered) ? word.slice(numbered.length) : ''
  if (/^ ?\d+$/.test(number)) return `[Color${number.trim()}]`
  if (names.split(' ').some((name) => word.startsWith(name))) return '[Black]'
  return ENGLISH_COLOR.test(word) ? NO_COLOR : undefined
}

const ENGLISH_COLOR = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color)/
/** Nothing that may stand in brackets, so that the code is refused. */
const NO_COLOR = '[?]'
