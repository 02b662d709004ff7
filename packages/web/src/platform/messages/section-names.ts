import type { defaultSections } from '@sheetwright/contract/documents/file-types.ts'
import type { MessageId } from './load-messages.ts'
import type { Text } from './use-text.ts'

type DefaultSection = (typeof defaultSections)[number]['name']

const names: Readonly<Record<DefaultSection, MessageId>> = {
  serviceDocumentation: 'Section.serviceDocumentation',
  brochure: 'Section.brochure',
  images: 'Section.images',
}

/** What a section is called: those that every product starts with in the language of the person, others as they were named. */
export function sectionLabel(text: Text, name: string): string {
  return Object.hasOwn(names, name) ? text(names[name as DefaultSection]) : name
}
