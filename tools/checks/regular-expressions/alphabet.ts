/**
 * Characters of every kind that expressions distinguish: white space, digits, letters with and without case, marks,
 * symbols.
 */
const KINDS =
  '\u00a0\u0085\u2028\ufeff\u3000éÉßŁłΣςЖжאبअก漢字々あアｱＡ１年月日令和元円￥€£¥٠०²½Ⅻ\u0301\u200b\u200d“”‘’–—…·†™√∞\ud800\udc00\ue000\uffff😀𝒳𠮷ſK'

/**
 * Enough characters to distinguish the classes of an expression: ASCII, each kind, and the neighbours of those it
 * names.
 */
export function alphabetFor(source: string): readonly string[] {
  const points = new Set<number>()
  for (let point = 0; point < 0x80; point++) points.add(point)
  for (const char of KINDS) points.add(char.codePointAt(0) ?? 0)
  const named = Array.from(source, (char) => char.codePointAt(0) ?? 0)
  const escaped = [...source.matchAll(/\\u\{?([0-9a-fA-F]{1,6})\}?|\\x([0-9a-fA-F]{2})/g)].map(([, long, short]) =>
    Number.parseInt(long ?? short ?? '0', 16),
  )
  for (const point of [...named, ...escaped]) {
    for (const near of [point - 1, point, point + 1]) if (near >= 0 && near <= 0x10ffff) points.add(near)
  }
  return [...points].map((point) => String.fromCodePoint(point))
}
