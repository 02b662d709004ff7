import { endOfText } from './body-shape.ts'
import { CallError } from './call-error.ts'

export const givenTwice = 'is given more than once'

const longestField = 200
const quote = 0x22
const colon = 0x3a
const space = 0x20

/**
 * Refuses a JSON text in which an object gives a name twice: parsers take the last value and drop the other without a
 * word, and nobody knows which one the caller meant. `value` is what was parsed from the text.
 */
export function assertNamesOnce(text: string, value: unknown, place = 'body'): void {
  const field = repeatedName(text, value, place)
  if (field === undefined) return
  throw new CallError('INVALID_INPUT', `${field}: ${givenTwice}`, [{ field, message: givenTwice }])
}

/** The path of the first name that is given twice, searched only if the value seems to have fewer names than the text. */
export function repeatedName(text: string, value: unknown, place: string): string | undefined {
  return countInText(text) === countInValue(value) ? undefined : firstRepeated(text, place)
}

/** At least the number of names: a colon in a string may be counted too. */
function countInText(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) <= space) before--
    if (text.charCodeAt(before) === quote) count++
  }
  return count
}

/** Without recursion: elements of long lists may be nested to any depth. */
function countInValue(value: unknown): number {
  let count = 0
  const pending = [value]
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    if (Array.isArray(each)) {
      for (const inner of each as unknown[]) if (typeof inner === 'object') pending.push(inner)
    } else {
      for (const name in each as object) {
        count++
        const inner = (each as Record<string, unknown>)[name]
        if (typeof inner === 'object') pending.push(inner)
      }
    }
  }
  return count
}

/** Index of what follows a string and the white space after it, by the index of its first quote. */
function afterText(text: string, at: number): number | undefined {
  const end = endOfText(text, at + 1)
  if (end < 0) return undefined
  let next = end + 1
  while (text.charCodeAt(next) <= space) next++
  return next
}

/** An object or a list around the place that is read. */
interface Around {
  readonly names: Set<string>
  /** The name or index of the present element. */
  at: string | number
}

function firstRepeated(text: string, place: string): string | undefined {
  const around: Around[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    const inner = around.at(-1)
    if (sign === '{' || sign === '[') around.push({ names: new Set(), at: 0 })
    else if (sign === '}' || sign === ']') around.pop()
    else if (sign === ',' && typeof inner?.at === 'number') inner.at++
    else if (sign === '"') {
      const next = afterText(text, at)
      if (next === undefined) return undefined
      if (inner !== undefined && text.charCodeAt(next) === colon) {
        const name = JSON.parse(text.slice(at, endOfText(text, at + 1) + 1)) as string
        inner.at = name
        if (inner.names.has(name)) return [place, ...around.map((one) => one.at)].join('.').slice(0, longestField)
        inner.names.add(name)
      }
      at = next - 1
    }
  }
  return undefined
}
