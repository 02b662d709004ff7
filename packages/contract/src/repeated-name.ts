export const givenTwice = 'is given more than once'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const space = 0x20

/**
 * The path of the first name that an object in a JSON text gives twice: parsers take the last value and drop the other
 * without a word. `value` is what was parsed from the text, which is searched only if that seems to have fewer names.
 */
export function repeatedName(text: string, value: unknown): (string | number)[] | undefined {
  return countInText(text) === countInValue(value) ? undefined : firstRepeated(text)
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

function firstRepeated(text: string): (string | number)[] | undefined {
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
        if (inner.names.has(name)) return around.map((one) => one.at)
        inner.names.add(name)
      }
      at = next - 1
    }
  }
  return undefined
}

/** Index of the quote that ends a string; negative if none does. */
export function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text.charCodeAt(before - 1) === backslash) before--
  return (at - before) % 2 === 1
}
