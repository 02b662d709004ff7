import type { defaultSections } from '@sheetwright/contract/documents/file-types.ts'
import type { MessageId } from './load-messages.ts'
import type { Text } from './use-text.ts'

type DefaultSection = (typeof defaultSections)[number]['name']

const names: Readonly<Record<DefaultSection, MessageId>> = {
  serviceDocumentation: 'Section.serviceDocumentation',
  brochure: 'Section.brochure',
  images: 'Section.images',
}

/** The name of a section in menus: a message id for those of every product, else its own name. */
export function sectionTitle(name: string): MessageId | { readonly name: string } {
  return Object.hasOwn(names, name) ? names[name as DefaultSection] : { name }
}

/** The name of a section: translated for those that every product starts with, else as given. */
export function sectionLabel(text: Text, name: string): string {
  const title = sectionTitle(name)
  return typeof title === 'string' ? text(title) : title.name
}
