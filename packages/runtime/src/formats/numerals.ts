/** Japanese numerals for `[DBNum1]` to `[DBNum3]` and NUMBERSTRING. */
interface Numerals {
  readonly digits: string
  /** Ten, hundred, thousand. */
  readonly units: readonly [string, string, string]
  /** Ten thousand, hundred million, trillion, ten quadrillion. */
  readonly groups: readonly string[]
  /** Is a 1 written before ten, hundred and thousand? */
  readonly writesOne: boolean
}

const NUMERALS: Readonly<Record<1 | 2 | 3, Numerals>> = {
  1: {
    digits: '〇一二三四五六七八九',
    units: ['十', '百', '千'],
    groups: ['', '万', '億', '兆', '京'],
    writesOne: false,
  },
  2: {
    digits: '〇壱弐参四伍六七八九',
    units: ['拾', '百', '阡'],
    groups: ['', '萬', '億', '兆', '京'],
    writesOne: true,
  },
  3: {
    digits: '０１２３４５６７８９',
    units: ['十', '百', '千'],
    groups: ['', '万', '億', '兆', '京'],
    writesOne: false,
  },
}

export type NumeralStyle = 1 | 2 | 3

/** Replaces each digit of a text by its numeral; other characters stay. */
export function digitByDigit(text: string, style: NumeralStyle): string {
  return text.replace(/\d/g, (digit) => NUMERALS[style].digits[Number(digit)] ?? digit)
}

/** A whole number, given by its digits, in words with tens, hundreds and thousands. */
export function inPositions(digits: string, style: NumeralStyle): string {
  const plain = digits.replace(/^0+/, '')
  if (plain === '') return NUMERALS[style].digits[0] ?? ''
  const groups: string[] = []
  for (let end = plain.length; end > 0; end -= 4) groups.unshift(plain.slice(Math.max(0, end - 4), end))
  return groups.map((group, index) => oneGroup(group, groups.length - 1 - index, style)).join('')
}

function oneGroup(group: string, power: number, style: NumeralStyle): string {
  const { digits, units, groups, writesOne } = NUMERALS[style]
  if (/^0+$/.test(group)) return ''
  let text = ''
  for (let i = 0; i < group.length; i++) {
    const digit = Number(group[i])
    const place = group.length - 1 - i
    if (digit === 0) continue
    // "One thousand" of a higher group is written out: 一千万.
    const silent = digit === 1 && place > 0 && !writesOne && !(place === 3 && power > 0)
    text += (silent ? '' : (digits[digit] ?? '')) + (place > 0 ? (units[place - 1] ?? '') : '')
  }
  return text + (groups[power] ?? '')
}
