import type { Folder } from '@sheetwright/contract/files/file-entry.ts'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import type { Text } from '../../../platform/messages/use-text.ts'

/** The display name of a folder: built-in folders have names in the user's language. */
export function folderLabel(text: Text, { kind, name }: Pick<Folder, 'kind' | 'name'>): string {
  if (kind === 'root') return text('Files.root')
  if (kind === 'products') return text('Navigation.products')
  return kind === 'section' ? sectionLabel(text, name) : name
}
