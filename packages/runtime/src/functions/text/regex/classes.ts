/** Character sets by name. Tests take a code point. */
export type Test = (code: number) => boolean

export const not =
  (test: Test): Test =>
  (code) =>
    !test(code)

const inRange =
  (low: number, high: number): Test =>
  (code) =>
    code >= low && code <= high

export const isDigit: Test = inRange(0x30, 0x39)
export const isSpace: Test = (code) => code === 0x20 || (code >= 9 && code <= 13)
export const isWord: Test = (code) =>
  isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f
export const isLineEnd: Test = (code) =>
  (code >= 10 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029
export const isHorizontalSpace: Test = (code) =>
  code === 9 ||
  code === 0x20 ||
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000
const isAlphabetic: Test = (code) => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

export const posixClasses: Readonly<Record<string, Test>> = {
  alpha: isAlphabetic,
  digit: isDigit,
  alnum: (code) => isAlphabetic(code) || isDigit(code),
  upper: inRange(0x41, 0x5a),
  lower: inRange(0x61, 0x7a),
  space: isSpace,
  blank: (code) => code === 9 || code === 0x20,
  punct: (code) => code > 0x20 && code < 0x7f && !isAlphabetic(code) && !isDigit(code),
  xdigit: (code) => isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66),
  word: isWord,
  print: inRange(0x20, 0x7e),
  graph: inRange(0x21, 0x7e),
  cntrl: (code) => code < 0x20 || code === 0x7f,
  ascii: (code) => code < 0x80,
}

/** A test by Unicode property (`\p{Lu}`); undefined if the property does not exist. */
export function property(name: string): Test | undefined {
  for (const spelling of [name, `Script=${name}`]) {
    try {
      const expression = new RegExp(`^\\p{${spelling}}$`, 'u')
      return (code) => expression.test(String.fromCodePoint(code))
    } catch {
      // Not a property under this spelling.
    }
  }
  return undefined
}

/** Matches the other cases of a letter too. */
export function withAnyCase(test: Test): Test {
  return (code) => {
    if (test(code)) return true
    const char = String.fromCodePoint(code)
    const lower = char.toLowerCase().codePointAt(0)
    const upper = char.toUpperCase().codePointAt(0)
    return (lower !== undefined && test(lower)) || (upper !== undefined && test(upper))
  }
}
