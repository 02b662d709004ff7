import { attributesOf, withAttributes, type XmlToken } from './xml-tokens.ts'

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
