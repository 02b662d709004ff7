import type { Folder } from '@sheetwright/contract/files/file-entry.ts'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import type { Text } from '../../../platform/messages/use-text.ts'

/** The name of a folder as people read it: those that are always there have names in the reader's language. */
export function folderLabel(text: Text, { kind, name }: Pick<Folder, 'kind' | 'name'>): string {
  if (kind === 'root') return text('Files.root')
  if (kind === 'products') return text('Navigation.products')
  return kind === 'section' ? sectionLabel(text, name) : name
}
