import type { defaultSections } from '@sheetwright/contract/documents/file-types.ts'
import type { MessageId } from './load-messages.ts'
import type { Text } from './use-text.ts'

type DefaultSection = (typeof defaultSections)[number]['name']

const names: Readonly<Record<DefaultSection, MessageId>> = {
  serviceDocumentation: 'Section.serviceDocumentation',
  brochure: 'Section.brochure',
  images: 'Section.images',
}

/** What a section is called in menus: those of every product by the id of a text, others by their name. */
export function sectionTitle(name: string): MessageId | { readonly name: string } {
  return Object.hasOwn(names, name) ? names[name as DefaultSection] : { name }
}

/** What a section is called: those that every product starts with in the language of the person, others as they were named. */
export function sectionLabel(text: Text, name: string): string {
  const title = sectionTitle(name)
  return typeof title === 'string' ? text(title) : title.name
}
