import { type Range, rangeName } from '../model/address.ts'
import type { DefinedName } from '../model/workbook.ts'
import { attributesOf, escapeText, withAttributes, type XmlToken } from './xml-tokens.ts'

/** Elements of the workbook part that come before the calculation settings. */
const before = new Set(['sheets', 'functionGroups', 'externalReferences', 'definedNames'])

/** Asks Excel to calculate everything on opening the file, whatever the saved values are. */
export function withFullCalculation(tokens: readonly XmlToken[]): string {
  const settings = tokens.findIndex(({ name, kind }) => local(name) === 'calcPr' && kind !== 'close')
  if (settings >= 0) {
    return tokens
      .map(({ raw }, index) => (index === settings ? withAttributes(raw, { fullCalcOnLoad: '1' }) : raw))
      .join('')
  }
  const last = tokens.findLastIndex(({ name, kind }) => before.has(local(name)) && kind !== 'open')
  const prefix = tokens[last]?.name.slice(0, -local(tokens[last].name).length) ?? ''
  return tokens.map(({ raw }, index) => (index === last ? `${raw}<${prefix}calcPr fullCalcOnLoad="1"/>` : raw)).join('')
}

/** Replaces the texts of workbook-scoped names. */
export function withNames(
  tokens: readonly XmlToken[],
  names: ReadonlyMap<string, string> | undefined,
): readonly XmlToken[] {
  if (!names?.size) return tokens
  const changed: XmlToken[] = []
  let isInside = false
  for (const token of tokens) {
    const isName = local(token.name) === 'definedName'
    if (isName && token.kind === 'close') isInside = false
    if (isInside) continue
    changed.push(token)
    if (!isName || token.kind !== 'open') continue
    const attributes = attributesOf(token.raw)
    const text = attributes.has('localSheetId') ? undefined : names.get((attributes.get('name') ?? '').toLowerCase())
    if (text === undefined) continue
    changed.push({ kind: 'other', name: '', raw: escapeText(text) })
    isInside = true
  }
  return changed
}

/** Changes the range of a part's table, and of its filter. */
export function withTableRange(tokens: readonly XmlToken[], tables: ReadonlyMap<string, Range>): string {
  const table = tokens.find(({ name, kind }) => local(name) === 'table' && kind !== 'close')
  const attributes = attributesOf(table?.raw ?? '')
  const range = tables.get((attributes.get('displayName') ?? attributes.get('name') ?? '').toLowerCase())
  return tokens
    .map((token) => {
      const isPlaced = token === table || (local(token.name) === 'autoFilter' && token.kind !== 'close')
      return range && isPlaced ? withAttributes(token.raw, { ref: rangeName(range) }) : token.raw
    })
    .join('')
}

const PORT = /^X(?:input|output)_/i

/** The workbook part with these names of inputs and outputs instead of its own. */
export function withPortNames(tokens: readonly XmlToken[], names: readonly DefinedName[]): string {
  const kept = withoutPorts(tokens)
  const sheets = kept.find(({ name }) => local(name) === 'sheets')
  const prefix = sheets?.name.slice(0, -local(sheets.name).length) ?? ''
  const written = names.map((each) => nameElement(prefix, each)).join('')
  const list = kept.findIndex(({ name, kind }) => local(name) === 'definedNames' && kind !== 'open')
  const text = (index: number, replace: (raw: string) => string) =>
    kept.map(({ raw }, i) => (i === index ? replace(raw) : raw)).join('')
  if (list >= 0 && kept[list]?.kind === 'close') return text(list, (raw) => `${written}${raw}`)
  const element = `<${prefix}definedNames>${written}</${prefix}definedNames>`
  if (list >= 0) return text(list, () => element)
  const last = kept.findLastIndex(({ name, kind }) => before.has(local(name)) && kind !== 'open')
  return text(last, (raw) => `${raw}${element}`)
}

function withoutPorts(tokens: readonly XmlToken[]): XmlToken[] {
  let isDropped = false
  return tokens.filter(({ name, kind, raw }) => {
    if (local(name) !== 'definedName') return !isDropped
    if (kind === 'close') {
      const drops = isDropped
      isDropped = false
      return !drops
    }
    const drops = PORT.test(attributesOf(raw).get('name') ?? '')
    isDropped = drops && kind === 'open'
    return !drops
  })
}

function nameElement(prefix: string, { name, text, comment }: DefinedName): string {
  const note = comment === undefined ? '' : ` comment="${escaped(comment.slice(0, LONGEST_COMMENT))}"`
  return `<${prefix}definedName name="${escaped(name)}"${note}>${escaped(text)}</${prefix}definedName>`
}

/** Excel's limit. */
const LONGEST_COMMENT = 255

function escaped(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Removes the entries for one part from a list of relationships or content types. */
export function withoutReferences(tokens: readonly XmlToken[], part: string): string {
  const name = part.slice(part.lastIndexOf('/') + 1).toLowerCase()
  return tokens
    .filter(({ raw, kind }) => {
      if (kind !== 'empty') return true
      const attributes = attributesOf(raw)
      const target = attributes.get('Target') ?? attributes.get('PartName') ?? ''
      return target.slice(target.lastIndexOf('/') + 1).toLowerCase() !== name
    })
    .map(({ raw }) => raw)
    .join('')
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
