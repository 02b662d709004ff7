/** A node of an XML document. Children and attributes are filled in during parsing. */
export interface XmlNode {
  readonly kind: 'root' | 'element' | 'attribute' | 'text'
  readonly name: string
  readonly value: string
  readonly parent: XmlNode | undefined
  readonly children: XmlNode[]
  readonly attributes: XmlNode[]
  /** Position in the document, for sorting. */
  readonly order: number
}

/** Deepest nesting of elements. */
const MAX_DEPTH = 1000

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const TAG = /<([\p{L}_:][\p{L}\p{N}_:.-]*)((?:\s+[\p{L}_:][\p{L}\p{N}_:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/uy
const END_TAG = /<\/([\p{L}_:][\p{L}\p{N}_:.-]*)\s*>/uy
const ATTRIBUTE = /([\p{L}_:][\p{L}\p{N}_:.-]*)\s*=\s*("[^"]*"|'[^']*')/gu
const SKIPPED = /<!--(?:(?!--)[^])*-->|<\?[^]*?\?>/y
const CDATA = /<!\[CDATA\[([^]*?)\]\]>/y
const TEXT = /[^<]+/y

/** Parses a document. Undefined if it is not well formed, or has a document type, which is refused. */
export function readXml(source: string): XmlNode | undefined {
  const root: XmlNode = { kind: 'root', name: '', value: '', parent: undefined, children: [], attributes: [], order: 0 }
  let current = root
  let depth = 0
  let order = 0
  let at = 0
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    const match = expression.exec(source)
    if (match) at += match[0].length
    return match
  }
  const addText = (text: string | undefined): boolean => {
    if (text === undefined) return false
    if (current === root) return text.trim() === ''
    current.children.push({
      kind: 'text',
      name: '',
      value: text,
      parent: current,
      children: [],
      attributes: [],
      order: ++order,
    })
    return true
  }
  while (at < source.length) {
    if (take(SKIPPED)) continue
    const data = take(CDATA)
    if (data) {
      if (!addText(data[1])) return undefined
      continue
    }
    const end = take(END_TAG)
    if (end) {
      if (current.name !== end[1] || !current.parent) return undefined
      current = current.parent
      depth--
      continue
    }
    const tag = take(TAG)
    if (tag) {
      const element = openElement(tag, current, ++order)
      if (!element || (current === root && root.children.length > 0) || ++depth > MAX_DEPTH) return undefined
      order += element.attributes.length
      current.children.push(element)
      if (tag[3] === '/') depth--
      else current = element
      continue
    }
    const text = take(TEXT)
    if (!text || !addText(decoded(text[0]))) return undefined
  }
  return current === root && root.children.length === 1 ? root : undefined
}

function openElement(tag: RegExpExecArray, parent: XmlNode, order: number): XmlNode | undefined {
  const element: XmlNode = {
    kind: 'element',
    name: tag[1] ?? '',
    value: '',
    parent,
    children: [],
    attributes: [],
    order,
  }
  for (const [, name = '', quoted = ''] of (tag[2] ?? '').matchAll(ATTRIBUTE)) {
    const value = decoded(quoted.slice(1, -1))
    if (value === undefined || element.attributes.some((other) => other.name === name)) return undefined
    const place = order + element.attributes.length + 1
    element.attributes.push({
      kind: 'attribute',
      name,
      value,
      parent: element,
      children: [],
      attributes: [],
      order: place,
    })
  }
  return element
}

/** Text with its entities replaced; undefined if one is unknown. */
function decoded(text: string): string | undefined {
  let isKnown = true
  const result = text.replace(/&([^;\s]*);?/g, (whole, name: string) => {
    const value = whole.endsWith(';') ? entity(name) : undefined
    if (value === undefined) isKnown = false
    return value ?? ''
  })
  return isKnown ? result : undefined
}

function entity(name: string): string | undefined {
  const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!code) return ENTITIES[name]
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}

/** The text of a node and its descendants. */
export function textContent(node: XmlNode): string {
  if (node.kind === 'text' || node.kind === 'attribute') return node.value
  return node.children.map(textContent).join('')
}
