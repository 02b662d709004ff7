import type { DocumentProperties } from '../model/workbook.ts'
import { childrenOf, unescapeText, type XmlElement } from './xml.ts'

/** Joins the property parts of a package, each of which may be missing. */
export function readProperties(parts: {
  readonly core: XmlElement | undefined
  readonly extended: XmlElement | undefined
  readonly custom: XmlElement | undefined
}): DocumentProperties {
  const core = (name: string) => childText(parts.core, name)
  return {
    title: core('title'),
    creator: core('creator'),
    lastModifiedBy: core('lastModifiedBy'),
    created: core('created'),
    modified: core('modified'),
    application: childText(parts.extended, 'Application'),
    applicationVersion: childText(parts.extended, 'AppVersion'),
    custom: customProperties(parts.custom),
  }
}

function childText(root: XmlElement | undefined, name: string): string | undefined {
  const text = root?.children.find((element) => element.name === name)?.text.trim()
  return text === undefined || text === '' ? undefined : unescapeText(text)
}

function customProperties(root: XmlElement | undefined): ReadonlyMap<string, string | number | boolean> {
  const properties = new Map<string, string | number | boolean>()
  for (const property of childrenOf(root, 'property')) {
    const [value] = property.children
    if (property.attributes.name !== undefined && value) properties.set(property.attributes.name, typed(value))
  }
  return properties
}

/** The element's name is its variant type. Dates stay ISO text. */
function typed({ name, text }: XmlElement): string | number | boolean {
  if (name === 'bool') return text.trim() === 'true' || text.trim() === '1'
  if (/^(u?i[1248]|u?int|r[48]|decimal)$/.test(name)) {
    const number = Number(text)
    return Number.isFinite(number) && text.trim() !== '' ? number : text
  }
  return unescapeText(text)
}
