/** The numbers that CODE and CHAR give characters in Japan: those of JIS X 0201 and, for wide characters, JIS X 0208. */

const FIRST_KATAKANA = 161
const LAST_KATAKANA = 223
/** The half-width katakana in the order of JIS X 0201. */
const HALF_KATAKANA = 0xff61

/** Rows and cells of JIS X 0208 begin at this number. */
const FIRST = 0x21
const COUNT = 94

/** All characters of JIS X 0208 by row and cell, with replacement characters in its gaps. */
let table: string | undefined

function wideCharacters(): string {
  if (table !== undefined) return table
  const bytes = new Uint8Array(COUNT * COUNT * 2)
  for (let index = 0; index < COUNT * COUNT; index++) {
    bytes[2 * index] = 0x80 + FIRST + Math.floor(index / COUNT)
    bytes[2 * index + 1] = 0x80 + FIRST + (index % COUNT)
  }
  return (table = new TextDecoder('euc-jp').decode(bytes))
}

const MISSING = '\ufffd'

/** Undefined for a number that is no character of these sets. */
export function japaneseCharacter(code: number): string | undefined {
  if (code >= FIRST_KATAKANA && code <= LAST_KATAKANA) return String.fromCharCode(HALF_KATAKANA + code - FIRST_KATAKANA)
  const row = (code >> 8) - FIRST
  const cell = (code & 0xff) - FIRST
  if (row < 0 || row >= COUNT || cell < 0 || cell >= COUNT) return undefined
  const character = wideCharacters().charAt(row * COUNT + cell)
  return character === MISSING ? undefined : character
}

/** Undefined for a character that is not in these sets. */
export function japaneseCode(character: string): number | undefined {
  const katakana = character.charCodeAt(0) - HALF_KATAKANA
  if (katakana >= 0 && katakana <= LAST_KATAKANA - FIRST_KATAKANA) return FIRST_KATAKANA + katakana
  const index = character === MISSING ? -1 : wideCharacters().indexOf(character)
  return index < 0 ? undefined : ((FIRST + Math.floor(index / COUNT)) << 8) + FIRST + (index % COUNT)
}
