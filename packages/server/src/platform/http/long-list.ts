/**
 * A long list of a body, not parsed but cut into parts where another element seems to begin. The reader of the parts
 * finds out whether that was right: JSON is unambiguous, so parts that are lists of values each are the whole list
 * together. If a part is not, the field has to be parsed from the whole body.
 */
export interface LongList {
  /** The elements as sent, with the commas between them and without the enclosing brackets. */
  readonly parts: readonly string[]
}

export interface CutBody {
  /** The other fields, as JSON text, with the mark in place of the list. */
  readonly rest: string
  readonly mark: string
  readonly list: LongList
}

/** Shorter bodies are parsed as a whole: that takes less than a millisecond. */
const longFrom = 64 * 1024
const charactersOfPart = 200_000
/** The text before the list is parsed several times. */
const mostBefore = 64 * 1024
/** The end of the list is searched in this many last characters of the body, at this many brackets. */
const tailLength = 16 * 1024
const mostEnds = 32

/** Whether cutting a list out of a text saves time. */
export function isLong(text: string): boolean {
  return text.length >= longFrom
}

/**
 * Cuts the list of a field out of a JSON text. Takes next to no time for any length, because it looks only at the
 * places to cut. Undefined if the text has no such list: then it must be parsed as a whole.
 */
export function cutLongList(text: string, field: string): CutBody | undefined {
  const start = new RegExp(`"${field}"\\s*:\\s*\\[`).exec(text)
  if (start === null) return undefined
  const from = start.index + start[0].length
  if (from > mostBefore) return undefined
  // A text that the body cannot contain, by chance or on purpose, so that the cut-out value is identified.
  const mark = crypto.randomUUID()
  const rest = restWithout(text, from, (after) => `${text.slice(0, from - 1)}"${mark}"${after}`)
  return rest && { rest: rest.text, mark, list: { parts: partsOf(text, from, rest.end) } }
}

/** Of the ends with which the rest is valid JSON, the one that leaves the least text after it. */
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

export function isJson(text: string): boolean {
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
    // The comma belongs to neither part.
    const comma = found.index + found[0].indexOf(',')
    parts.push(text.slice(at, comma))
    at = comma + 1
  }
  parts.push(text.slice(at, end))
  return parts
}

/** Between two elements: objects of a list usually begin with the same field, which nested objects do not. */
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
