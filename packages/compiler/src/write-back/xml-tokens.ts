/** A piece of XML text exactly as in the file. Everything except tags is `other`. */
export interface XmlToken {
  readonly kind: 'open' | 'empty' | 'close' | 'other'
  /** With its prefix; empty for `other`. */
  readonly name: string
  readonly raw: string
}

/** Splits well-formed XML into tokens; joined again they give the same text. */
export async function* xmlTokens(chunks: AsyncIterable<string>): AsyncGenerator<XmlToken[]> {
  let pending = ''
  for await (const chunk of chunks) {
    const text = pending + chunk
    const tokens: XmlToken[] = []
    let at = 0
    while (at < text.length) {
      const end = tokenEnd(text, at)
      if (end < 0) break
      tokens.push(token(text.slice(at, end)))
      at = end
    }
    pending = text.slice(at)
    if (tokens.length > 0) yield tokens
  }
  if (pending !== '') yield [{ kind: 'other', name: '', raw: pending }]
}

function tokenEnd(text: string, at: number): number {
  if (text[at] !== '<') {
    const next = text.indexOf('<', at)
    return next
  }
  if (text.startsWith('<!--', at)) return after(text, '-->', at)
  if (text.startsWith('<![CDATA[', at)) return after(text, ']]>', at)
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  if (text.startsWith('<!', at) && text.length - at < 9) return -1
  return tagEnd(text, at)
}

function after(text: string, terminator: string, from: number): number {
  const found = text.indexOf(terminator, from)
  return found < 0 ? -1 : found + terminator.length
}

/** A `>` inside a quoted value does not end the tag. */
function tagEnd(text: string, from: number): number {
  let quote = ''
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at] as string
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return -1
}

const NAME = /^<\/?([^\s/>]+)/

function token(raw: string): XmlToken {
  if (!raw.startsWith('<') || raw.startsWith('<!') || raw.startsWith('<?')) return { kind: 'other', name: '', raw }
  const name = NAME.exec(raw)?.[1] ?? ''
  if (raw.startsWith('</')) return { kind: 'close', name, raw }
  return { kind: raw.endsWith('/>') ? 'empty' : 'open', name, raw }
}

/** Matches a bare name too, so that the search never backtracks over it. */
const ATTRIBUTE = /([^\s=<>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g

/** Attributes of a tag, values still escaped. */
export function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single] of tag.matchAll(ATTRIBUTE)) {
    const value = double ?? single
    if (name !== undefined && value !== undefined) attributes.set(name, value)
  }
  return attributes
}

const SPACED_ATTRIBUTE = /\s+(?:([^\s=<>/"']+)(\s*=\s*(?:"[^"]*"|'[^']*'))?)?/g

/** The tag with some attributes replaced, added, or (undefined) removed; the others stay unchanged. */
export function withAttributes(tag: string, changes: Readonly<Record<string, string | undefined>>): string {
  const missing = new Set(Object.keys(changes))
  const changed = tag.replace(SPACED_ATTRIBUTE, (whole, name: string | undefined, value: string | undefined) => {
    if (name === undefined || value === undefined || !missing.delete(name)) return whole
    return changes[name] === undefined ? '' : ` ${name}="${changes[name]}"`
  })
  let added = ''
  for (const name of missing) if (changes[name] !== undefined) added += ` ${name}="${changes[name]}"`
  if (added === '') return changed
  const end = changed.endsWith('/>') ? '/>' : '>'
  return changed.slice(0, -end.length).trimEnd() + added + end
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([0-9A-Fa-f]+)|(\w+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
      return entities[name ?? ''] ?? whole
    },
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
