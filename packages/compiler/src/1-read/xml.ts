import { SaxesParser } from 'saxes'
import type { ReadLimits } from './limits.ts'
import { ReadFailure, reasonOf } from './read-failure.ts'

export type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a part as a stream. Names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  /** The text of an element may arrive in several pieces. */
  text(text: string): void
}

/** An element with its content, for small parts. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly XmlElement[]
  readonly text: string
}

/**
 * Streams an XML part to a handler. Refuses document types and entities, and stops at the limits.
 * Reads the fallback of alternate contents; only a list validation (x12ac) says more in its newer form.
 */
export async function streamXml(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: ReadLimits,
  handler: XmlHandler,
): Promise<void> {
  const parser = new SaxesParser()
  let depth = 0
  /** Characters since the last tag: texts, comments and values without an end must not fill the memory. */
  let untagged = 0
  let skippedFrom = 0
  let chosen = false
  parser.on('doctype', () => {
    throw new ReadFailure('XML_FORBIDDEN', { part })
  })
  parser.on('error', (failure) => {
    throw new ReadFailure('FILE_DAMAGED', { part, reason: firstLine(failure.message) })
  })
  parser.on('opentag', (tag) => {
    untagged = 0
    depth++
    if (depth > limits.xmlDepth) throw new ReadFailure('TOO_MUCH', { what: 'nested elements', limit: limits.xmlDepth })
    if (skippedFrom > 0) return
    const name = localName(tag.name)
    if (name === 'AlternateContent') chosen = false
    else if (name === 'Choice') {
      chosen = !chosen && tag.attributes.Requires === 'x12ac'
      if (!chosen) skippedFrom = depth
    } else if (name === 'Fallback') {
      if (chosen) skippedFrom = depth
    } else handler.open(name, tag.attributes)
  })
  parser.on('closetag', (tag) => {
    untagged = 0
    if (skippedFrom === 0) {
      const name = localName(tag.name)
      if (name !== 'AlternateContent' && name !== 'Choice' && name !== 'Fallback') handler.close(name)
    } else if (skippedFrom === depth) skippedFrom = 0
    depth--
  })
  const onText = (text: string) => {
    if (text.length > limits.textLength) throw tooLong(limits)
    if (skippedFrom === 0) handler.text(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  for await (const text of decodedXml(part, chunks)) {
    untagged += text.length
    parser.write(text)
    if (untagged > limits.textLength + text.length) throw tooLong(limits)
  }
  parser.close()
}

function tooLong(limits: ReadLimits): ReadFailure<'TOO_MUCH'> {
  return new ReadFailure('TOO_MUCH', { what: 'characters in one text', limit: limits.textLength })
}

/** Reads a whole part as a tree. */
export async function readXmlTree(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: ReadLimits,
): Promise<XmlElement> {
  interface Building {
    name: string
    attributes: Attributes
    children: Building[]
    text: string
  }
  const top: Building = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let count = 0
  await streamXml(part, chunks, limits, {
    open(name, attributes) {
      if (++count > limits.xmlElements) {
        throw new ReadFailure('TOO_MUCH', { what: `elements in ${part}`, limit: limits.xmlElements })
      }
      const element: Building = { name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    close() {
      open.pop()
    },
    text(text) {
      const element = open.at(-1)
      if (element) element.text += text
    },
  })
  const [root] = top.children
  if (!root) throw new ReadFailure('FILE_DAMAGED', { part, reason: 'it has no content' })
  return root
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name)
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

/** An attribute whose namespace prefix the file chooses, such as `r:id`. */
export function prefixedAttribute(attributes: Attributes, name: string): string | undefined {
  const suffix = `:${name}`
  for (const key in attributes) if (key.endsWith(suffix)) return attributes[key]
  return undefined
}

/** An XML boolean: `1`, `true` and, in old files, `on`. */
export function flag(value: string | undefined, whenMissing = false): boolean {
  if (value === undefined) return whenMissing
  const text = value.trim()
  return text === '1' || text === 'true' || text === 'on' || text === 't'
}

/** A number attribute; undefined if it is missing or not a number. */
export function numeric(value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** A count or index: an integer from 0, or undefined. */
export function whole(value: string | undefined): number | undefined {
  const number = numeric(value)
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined
}

const ESCAPE = /_x([0-9A-Fa-f]{4})_/g

/** Decodes the `_x000D_` notation for characters that XML cannot hold. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message
}

export async function* decodedXml(part: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      yield decoder.decode(chunk, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (failure) {
    if (failure instanceof ReadFailure) throw failure
    throw new ReadFailure('FILE_DAMAGED', { part, reason: reasonOf(failure) })
  }
}

/** Detects the encoding by the byte order mark, the zero bytes of UTF-16, or the XML declaration. */
function encodingOf(start: Uint8Array): string {
  const [a, b] = start
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
  const declaration = Buffer.from(start.subarray(0, 200)).toString('latin1')
  return /^[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(declaration)?.[1] ?? 'utf-8'
}
