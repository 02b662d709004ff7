/**
 * A long list of a body, not read but cut into parts at places that look like the beginning of another element. Whoever
 * reads the parts finds out whether it was one: JSON can be read in one way only, so that parts which are lists of values
 * each are the whole list together. If a part is not, the field has to be read from the whole body.
 */
export interface LongList {
  /** The elements as they were sent, with the commas between them and without the brackets around them. */
  readonly parts: readonly string[]
}

interface CutBody {
  /** The other fields, as JSON text, with the mark in place of the list. */
  readonly rest: string
  readonly mark: string
  readonly list: LongList
}

/** Bodies below this length are read as a whole: that takes less than a millisecond. */
const longFrom = 64 * 1024
const charactersOfPart = 200_000
/** What stands before the list is read several times. */
const mostBefore = 64 * 1024
/** The end of the list is looked for in so much of the end of the body, at so many brackets. */
const tailLength = 16 * 1024
const mostEnds = 32

export function isLong(text: string): boolean {
  return text.length >= longFrom
}

/**
 * Cuts the list of a field out of a long JSON text. Takes next to no time whatever the length, because nothing is looked
 * at but the places to cut at. Undefined when it is short, or when no such list is found: then it is to be read as a whole.
 */
export function cutLongList(text: string, field: string): CutBody | undefined {
  if (!isLong(text)) return undefined
  const start = new RegExp(`"${field}"\\s*:\\s*\\[`).exec(text)
  if (start === null) return undefined
  const from = start.index + start[0].length
  if (from > mostBefore) return undefined
  // A text that the body cannot hold by chance or by intent, so that it is known which value was cut out.
  const mark = crypto.randomUUID()
  const rest = restWithout(text, from, (after) => `${text.slice(0, from - 1)}"${mark}"${after}`)
  return rest && { rest: rest.text, mark, list: { parts: partsOf(text, from, rest.end) } }
}

/** The end that leaves the least of the text behind it unread, among those with which the rest is JSON. */
function restWithout(
  text: string,
  from: number,
  join: (after: string) => string,
): { readonly text: string; readonly end: number } | undefined {
  const tailFrom = Math.max(from, text.length - tailLength)
  const tail = text.slice(tailFrom)
  let found: { text: string; end: number } | undefined
  let at = tail.lastIndexOf(']')
  for (let tries = 0; at >= 0 && tries < mostEnds; tries++) {
    const rest = join(tail.slice(at + 1))
    if (isJson(rest)) found = { text: rest, end: tailFrom + at }
    at = at === 0 ? -1 : tail.lastIndexOf(']', at - 1)
  }
  return found
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function partsOf(text: string, from: number, end: number): string[] {
  const parts: string[] = []
  const border = borderOf(text, from)
  let at = from
  while (border !== undefined && end - at > charactersOfPart) {
    border.lastIndex = at + charactersOfPart
    const found = border.exec(text)
    if (found === null || found.index >= end) break
    // The comma belongs to neither.
    const comma = found.index + found[0].indexOf(',')
    parts.push(text.slice(at, comma))
    at = comma + 1
  }
  parts.push(text.slice(at, end))
  return parts
}

/** Between two elements: objects usually begin with the same field all of them, which those within them do not. */
function borderOf(text: string, from: number): RegExp | undefined {
  const first = /\s*(?:\{\s*("[^"\\]{1,100}")|(\[))/y
  first.lastIndex = from
  const found = first.exec(text)
  if (found === null) return undefined
  const [, name] = found
  return name === undefined ? /\]\s*,\s*\[/g : new RegExp(`\\}\\s*,\\s*\\{\\s*${escaped(name)}`, 'g')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
