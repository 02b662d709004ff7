import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parse, parseFragment } from 'parse5'

/** Returns the value that an attribute keeps, or undefined to drop it. */
export type AttributeCheck = (value: string) => string | undefined

/** What may stay in untrusted HTML: elements and their attributes. Everything else is dropped. */
export interface HtmlPolicy {
  readonly elements: Readonly<Record<string, Readonly<Record<string, AttributeCheck>>>>
  /** Attributes that an element always gets. */
  readonly added?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Elements dropped with their content; other disallowed elements leave their content behind. */
const removedWhole: ReadonlySet<string> = new Set(
  [
    'script style template noscript noembed noframes iframe frame frameset object embed applet svg math head title',
    'link meta base textarea select input button xmp plaintext audio video canvas map portal dialog',
  ].flatMap((names) => names.split(' ')),
)

const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'wbr'])

/** Deeper than people write; anything below is dropped. */
const deepest = 200

type Node = DefaultTreeAdapterTypes.ChildNode

/** Elements that any text may have, plus more per character: a written element takes at least three. */
const elements = { anyway: 1000, perCharacter: 0.5 } as const

/**
 * A text that expands into far more elements than it contains: browsers reopen unclosed elements, paragraph by
 * paragraph.
 */
export class HtmlUnfolds extends Error {
  override readonly name = 'HtmlUnfolds'
}

/** Builds the tree of a text, and stops when it grows out of proportion. */
function boundedTree(text: string): typeof defaultTreeAdapter {
  let room = elements.anyway + text.length * elements.perCharacter
  return {
    ...defaultTreeAdapter,
    createElement: (...given) => {
      room -= 1
      if (room < 0) throw new HtmlUnfolds('The HTML unfolds into too many elements')
      return defaultTreeAdapter.createElement(...given)
    },
  }
}

/**
 * HTML reduced to what a policy allows. The text is parsed as browsers parse it and serialised from the tree, so that
 * nothing of the original spelling is left for a browser to read differently. Throws `HtmlUnfolds`.
 */
export function sanitiseHtml(text: string, policy: HtmlPolicy, extent: 'fragment' | 'document' = 'fragment'): string {
  const options = { treeAdapter: boundedTree(text) }
  const tree = extent === 'document' ? parse(text, options) : parseFragment(text, options)
  const written: string[] = []
  writeNodes(tree.childNodes, policy, written, 0)
  return written.join('')
}

function writeNodes(nodes: readonly Node[], policy: HtmlPolicy, written: string[], depth: number): void {
  if (depth > deepest) return
  for (const node of nodes) {
    if (node.nodeName === '#text' && 'value' in node) written.push(escapeText(node.value))
    else if ('tagName' in node) writeElement(node, policy, written, depth)
  }
}

function writeElement(
  element: DefaultTreeAdapterTypes.Element,
  policy: HtmlPolicy,
  written: string[],
  depth: number,
): void {
  const { tagName } = element
  if (removedWhole.has(tagName) || element.namespaceURI !== html.NS.HTML) return
  const attributes = Object.hasOwn(policy.elements, tagName) ? policy.elements[tagName] : undefined
  if (attributes === undefined) {
    writeNodes(element.childNodes, policy, written, depth + 1)
    return
  }
  written.push(`<${tagName}`)
  for (const { name, value } of element.attrs) {
    const kept = Object.hasOwn(attributes, name) ? attributes[name]?.(value) : undefined
    if (kept !== undefined) written.push(` ${name}="${escapeAttribute(kept)}"`)
  }
  for (const [name, value] of Object.entries(policy.added?.[tagName] ?? {})) {
    written.push(` ${name}="${escapeAttribute(value)}"`)
  }
  written.push('>')
  if (empty.has(tagName)) return
  writeNodes(element.childNodes, policy, written, depth + 1)
  written.push(`</${tagName}>`)
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character)
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"'`]/g, (character) => entities[character] ?? character)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}
