/** Excel's wildcards: `*` any characters, `?` one character, `~` escapes the next character. */
type Token = { readonly kind: 'any' } | { readonly kind: 'one' } | { readonly kind: 'char'; readonly char: string }

export function hasWildcard(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('?') || pattern.includes('~')
}

function tokens(pattern: string): Token[] {
  const result: Token[] = []
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] ?? ''
    if (char === '*') {
      if (result.at(-1)?.kind !== 'any') result.push({ kind: 'any' })
    } else if (char === '?') result.push({ kind: 'one' })
    else if (char === '~') {
      const next = pattern[++i]
      if (next !== undefined) result.push({ kind: 'char', char: next.toLowerCase() })
    } else result.push({ kind: 'char', char: char.toLowerCase() })
  }
  return result
}

/**
 * A test for whole texts, ignoring case. Takes at most time proportional to pattern times text, whatever the pattern.
 */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const list = tokens(pattern)
  return (text) => matchFrom(list, text.toLowerCase(), 0, true) >= 0
}

/** The first index in `text`, from `start` on, where the pattern matches; -1 if nowhere. For SEARCH. */
export function findWildcard(pattern: string, text: string, start: number, charge: (steps: number) => void): number {
  const list = tokens(pattern)
  const folded = text.toLowerCase()
  for (let at = start; at <= folded.length; at++) {
    charge(1)
    if (matchFrom(list, folded, at, false) >= 0) return at
  }
  return -1
}

/** Matches from a position; `whole` requires the match to reach the end. Returns the end of the match or -1. */
function matchFrom(list: readonly Token[], text: string, start: number, whole: boolean): number {
  let position = start
  let token = 0
  let starToken = -1
  let starPosition = 0
  for (;;) {
    const current = list[token]
    if (current === undefined && (!whole || position === text.length)) return position
    if (current?.kind === 'any') {
      starToken = token++
      starPosition = position
      continue
    }
    if (position < text.length && current && (current.kind === 'one' || current.char === text[position])) {
      position++
      token++
      continue
    }
    if (starToken < 0 || starPosition >= text.length) return -1
    token = starToken + 1
    position = ++starPosition
  }
}
