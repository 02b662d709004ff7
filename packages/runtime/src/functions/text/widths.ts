/** Half-width and full-width forms of characters, and the bytes of texts in double-byte character sets. */

const HALF_KATAKANA = '｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝﾞﾟ'
const FULL_KATAKANA =
  '。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜'
const VOICED_FROM = 'カキクケコサシスセソタチツテトハヒフヘホウ'
const VOICED_TO = 'ガギグゲゴザジズゼゾダヂヅデドバビブベボヴ'
const SEMI_VOICED_FROM = 'ハヒフヘホ'
const SEMI_VOICED_TO = 'パピプペポ'

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (char, index) => [char, to[index] ?? char])
}

const asciiPairs: [string, string][] = [
  [' ', '　'],
  ...Array.from({ length: 94 }, (_, index): [string, string] => [
    String.fromCharCode(0x21 + index),
    String.fromCharCode(0xff01 + index),
  ]),
]

const halfToFull: ReadonlyMap<string, string> = new Map([
  ...asciiPairs,
  ...pairs(HALF_KATAKANA, FULL_KATAKANA),
  ...pairs(VOICED_FROM, VOICED_TO).map(([plain, voiced]): [string, string] => [`${halfOf(plain)}ﾞ`, voiced]),
  ...pairs(SEMI_VOICED_FROM, SEMI_VOICED_TO).map(([plain, voiced]): [string, string] => [`${halfOf(plain)}ﾟ`, voiced]),
])

/** Excel leaves ヴ as it is, and takes the wide sign of the yen for the backslash in its place. */
const fullToHalf: ReadonlyMap<string, string> = new Map([
  ...[...halfToFull].map(([half, full]): [string, string] => [full, half]),
  ['ヴ', 'ヴ'],
  ['￥', '\\'],
])

function halfOf(full: string): string {
  return HALF_KATAKANA[FULL_KATAKANA.indexOf(full)] ?? full
}

/** Letters, digits and katakana in half width. */
export function toHalfWidth(text: string): string {
  return Array.from(text, (char) => fullToHalf.get(char) ?? char).join('')
}

/** Letters, digits and katakana in full width; a half-width kana and its sound mark become one character. */
export function toFullWidth(text: string): string {
  let result = ''
  for (let i = 0; i < text.length; i++) {
    const joined = halfToFull.get(text.slice(i, i + 2))
    if (joined !== undefined && text[i + 1] !== undefined) {
      result += joined
      i++
    } else result += halfToFull.get(text[i] ?? '') ?? text[i] ?? ''
  }
  return result
}

/**
 * Is it a language whose Windows code page takes two bytes for most characters? Elsewhere the B functions count
 * characters.
 */
export function isDoubleByte(locale: string): boolean {
  return /^(?:ja|zh|ko)\b/.test(locale)
}

/** Bytes of one UTF-16 unit in such a code page: one for ASCII and half-width kana. */
export function byteWidth(unit: number): 1 | 2 {
  return unit < 0x80 || (unit >= 0xff61 && unit <= 0xff9f) ? 1 : 2
}
