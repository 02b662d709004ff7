/** Characters with a short escape in JSON. */
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
}

/**
 * A regular expression of PostgreSQL that finds a text among the values, not the names, of a JSON text, however its
 * characters are escaped there. JSON of the log cannot be cast to jsonb, which refuses U+0000, half a surrogate pair
 * and very large numbers: one call with these would make each search fail.
 */
export function jsonValuePattern(value: string): string {
  return `(?:^|[[{:,[:space:]])"${Array.from(value, characterPattern).join('')}"[[:space:]]*(?:$|[],}])`
}

function characterPattern(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => unitPattern(character.charCodeAt(i))).join('')
  const short = shortEscapes[character]
  const ways = [
    ...(isWrittenAsItIs(character) ? [literal(character)] : []),
    ...(short === undefined ? [] : [`\\\\${literal(short)}`]),
    units,
  ]
  return `(?:${ways.join('|')})`
}

function isWrittenAsItIs(character: string): boolean {
  return character >= ' ' && character !== '"' && character !== '\\' && character.isWellFormed()
}

/** The escape `\uXXXX`, whose digits may be of either case. */
function unitPattern(unit: number): string {
  const digits = unit.toString(16).padStart(4, '0')
  return `\\\\u${digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`
}

/** Letters and digits must not be escaped, and nothing beyond ASCII needs it. */
function literal(character: string): string {
  return /^[!-/:-@[-`{-~]$/.test(character) ? `\\${character}` : character
}
