import { type Range, rangeName } from '../model/address.ts'
import { attributesOf, escapeText, withAttributes, type XmlToken } from './xml-tokens.ts'

/** Elements of the workbook part that come before the calculation settings. */
const before = new Set(['sheets', 'functionGroups', 'externalReferences', 'definedNames'])

/** Asks Excel to calculate everything when it opens the file, whatever the saved values are. */
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

/** Gives names of the whole workbook another text. */
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

/** Lets the table of a part, and its filter, reach over another range. */
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

/** Takes away the entries of a list of relationships or content types that lead to one part. */
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
