import { createContext, useContext } from 'react'

/** Says a sentence of the server in the language of the page. One that is not known stays as it is. */
export type ServerText = (sentence: string) => string

export const asSent: ServerText = (sentence) => sentence

export const ServerTextContext = createContext<ServerText>(asSent)

export function useServerText(): ServerText {
  return useContext(ServerTextContext)
}

interface Pattern {
  /** What stands between the places. */
  readonly literals: readonly string[]
  readonly translation: string
}

/**
 * Translates by a table of sentences, in which {0}, {1} … stand for what the server puts in. What is put in is translated
 * too where it is a sentence itself.
 */
export function createServerText(table: Readonly<Record<string, string>>): ServerText {
  const patterns = Object.entries(table)
    .filter(([sentence]) => sentence.includes('{'))
    .map(([sentence, translation]): Pattern => ({ literals: sentence.split(/\{\d\}/), translation }))
    // The one that says most itself is meant.
    .sort((a, b) => b.literals.join('').length - a.literals.join('').length)
  const exact = new Map(Object.entries(table))

  function translate(sentence: string): string {
    return exact.get(sentence) ?? byPattern(sentence) ?? byParts(sentence) ?? sentence
  }

  function byPattern(sentence: string): string | undefined {
    for (const { literals, translation } of patterns) {
      const found = placesOf(sentence, literals)
      if (found !== undefined) {
        return translation.replaceAll(/\{(\d)\}/g, (_, place) => translate(found[Number(place)] ?? ''))
      }
    }
    return undefined
  }

  /** The server joins what it says about several fields, and names field or cell beside it. */
  function byParts(sentence: string): string | undefined {
    const located = /^(.+) \(([^()]*)\)$/su.exec(sentence)
    if (located !== null) return `${translate(located[1] ?? '')}（${located[2] ?? ''}）`
    const named = /^([^:]+): (.+)$/su.exec(sentence)
    if (named !== null) return `${named[1] ?? ''}：${translate(named[2] ?? '')}`
    return sentence.includes('; ') ? sentence.split('; ').map(translate).join('；') : undefined
  }

  return translate
}

/** What stands at the places of a sentence; undefined where it is another sentence. */
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
