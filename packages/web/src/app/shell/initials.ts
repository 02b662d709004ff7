/** Two letters for a person: the initials of the first and last word, or the first two letters of a single word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = Array.from(words[0] ?? '')
  const last = Array.from(words.length > 1 ? (words.at(-1) ?? '') : '')
  return ((first[0] ?? '?') + (last[0] ?? first[1] ?? '')).toLocaleUpperCase()
}
