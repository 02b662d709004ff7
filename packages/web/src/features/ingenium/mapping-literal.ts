type Literal = string | number | boolean | null

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** A value as text for a form: numbers and booleans unquoted, texts that look like one in quotes. */
export function literalText(value: Literal): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  return value === '' || typeof literalOf(value) !== 'string' || /^".*"$/.test(value) ? `"${value}"` : value
}

export function literalOf(typed: string): Literal {
  if (typed === '') return null
  if (typed === 'true' || typed === 'false') return typed === 'true'
  if (number.test(typed) && Number.isFinite(Number(typed))) return Number(typed)
  return /^".*"$/s.test(typed) ? typed.slice(1, -1) : typed
}

/** A code list in one line: `A=ADULT; J=JUNIOR`. */
export function codesText(codes: Readonly<Record<string, Exclude<Literal, null>>>): string {
  return Object.entries(codes)
    .map(([code, value]) => `${code}=${literalText(value)}`)
    .join('; ')
}

export function codesOf(typed: string): Record<string, Exclude<Literal, null>> {
  const pairs = typed.split(';').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), literalOf(pair.slice(at + 1).trim()) ?? '']
    }),
  )
}
