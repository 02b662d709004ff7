import { createContext, useContext } from 'react'

/** Translates a message of the server into the language of the page. Unknown messages stay unchanged. */
export type ServerText = (sentence: string) => string

export const asSent: ServerText = (sentence) => sentence

export const ServerTextContext = createContext<ServerText>(asSent)

export function useServerText(): ServerText {
  return useContext(ServerTextContext)
}

interface Pattern {
  /** The text between the placeholders. */
  readonly literals: readonly string[]
  readonly translation: string
}

/**
 * Translates by a table of messages with placeholders {0}, {1} … for what the server inserts. Inserted text is
 * translated too if it is a message itself.
 */
export function createServerText(table: Readonly<Record<string, string>>): ServerText {
  const patterns = Object.entries(table)
    .filter(([sentence]) => sentence.includes('{'))
    .map(([sentence, translation]): Pattern => ({ literals: sentence.split(/\{\d\}/), translation }))
    // The pattern with the longest literal text wins.
    .sort((a, b) => b.literals.join('').length - a.literals.join('').length)
  const exact = new Map(Object.entries(table))

  function translate(sentence: string): string {
    return exact.get(sentence) ?? byPattern(sentence) ?? byParts(sentence) ?? sentence
  }

  function byPattern(sentence: string): string | undefined {
    for (const { literals, translation } of patterns) {
      const found = placesOf(sentence, literals)
      if (found !== undefined && !(isVague(literals) && isForeign(found[0] ?? '')) && !isJoined(literals, found)) {
        return translation.replaceAll(/\{(\d)\}/g, (_, place) => translate(found[Number(place)] ?? ''))
      }
    }
    return undefined
  }

  /** Words that are no message of the server. */
  function isForeign(words: string): boolean {
    const isValue = !words.includes(' ') && /\d/.test(words)
    return !isValue && !exact.has(words) && byPattern(words) === undefined
  }

  /** The server joins the messages of several fields, and adds the field, the cell or the value to each. */
  function byParts(sentence: string): string | undefined {
    const located = /^(.+) \(([^()]*)\)$/su.exec(sentence)
    if (located !== null) return `${translate(located[1] ?? '')}（${located[2] ?? ''}）`
    const [, value = '', about = ''] = /^("[^"]*") (.+)$/su.exec(sentence) ?? []
    const meant = exact.get(about) ?? byPattern(about)
    if (meant !== undefined) return `${value}：${meant}`
    const named = /^([^:]+): (.+)$/su.exec(sentence)
    // Without a translation it is no message: names of an engine stay as they are.
    const told = named === null ? undefined : translate(named[2] ?? '')
    if (named !== null && told !== named[2]) return `${named[1] ?? ''}：${told}`
    return sentence.includes('; ') ? sentence.split('; ').map(translate).join('；') : undefined
  }

  return translate
}

/** Whether a pattern, such as "{0} for {1}", also matches sentences that authors of workbooks write. */
function isVague([start = '', ...others]: readonly string[]): boolean {
  return start === '' && others.join('').replaceAll(' ', '').length < 4
}

/** Whether several messages were joined, of which the last one ends like the pattern. */
function isJoined([start, ...others]: readonly string[], places: readonly string[]): boolean {
  return start === '' && places.some((place, index) => place.includes('; ') && others[index] !== '')
}

/** The values of the placeholders; undefined if the message does not match. */
function placesOf(sentence: string, literals: readonly string[]): readonly string[] | undefined {
  const [start = '', ...others] = literals
  if (!sentence.startsWith(start)) return undefined
  const places: string[] = []
  let from = start.length
  for (const [index, literal] of others.entries()) {
    const isLast = index === others.length - 1
    const at = isLast ? sentence.length - literal.length : sentence.indexOf(literal, from)
    if (at < from || !sentence.startsWith(literal, at)) return undefined
    places.push(sentence.slice(from, at))
    from = at + literal.length
  }
  return places
}
