import type { BodyLimits } from '@sheetwright/contract/call.ts'
import { endOfText } from '@sheetwright/contract/repeated-name.ts'
import { CallError } from './call-error.ts'

/** Shorter texts are harmless. */
const smallest = 4096
/** Names of a field's path that a message shows. */
const mostNames = 4

const quote = 0x22
const colon = 0x3a
/** Brackets and braces differ only in this bit. */
const braceBit = 0x20
const opening = 0x7b
const closing = 0x7d

/**
 * Refuses a JSON text that is nested too deep or has too many keys in one object, before parsing: parsing a million
 * keys takes many times as long as scanning them.
 */
export function assertShape(text: string, limits: BodyLimits, field = 'body'): void {
  if (text.length < smallest) return
  const names: (string | undefined)[] = [field]
  const counts = [0]
  let [from, to] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      from = at + 1
      to = endOfText(text, from)
      // The parser reports what is wrong.
      if (to < 0) return
      at = to
    } else if (code === colon) {
      const level = counts.length - 1
      if (level < mostNames) names[level] = text.slice(from, to)
      const count = (counts[level] ?? 0) + 1
      counts[level] = count
      if (count > limits.names) refuse(names.slice(0, level), 'has too many fields', `at most ${limits.names}`)
    } else if ((code | braceBit) === opening) {
      counts.push(0)
      if (counts.length - 1 > limits.depth) refuse(names, 'is nested too deep', `at most ${limits.depth} levels`)
    } else if ((code | braceBit) === closing) {
      counts.pop()
      names.length = Math.min(names.length, Math.max(counts.length, 1))
    }
  }
}

function refuse(path: readonly (string | undefined)[], message: string, allowed: string): never {
  const field = path.flatMap((name) => (name === undefined ? [] : [name.slice(0, 250)])).join('.')
  throw new CallError('INVALID_INPUT', `${field}: ${message}`, [{ field, message, allowed }])
}
