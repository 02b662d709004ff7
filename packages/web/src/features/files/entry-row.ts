import type { FileEntry, Folder } from '@sheetwright/contract/files/file-entry.ts'

/** A line of the explorer. */
export type EntryRow =
  | { readonly type: 'folder'; readonly entry: Folder }
  | { readonly type: 'file'; readonly entry: FileEntry }

/** Built-in folders, products and their sections cannot be changed in the explorer. */
export function isChangeable(row: EntryRow): boolean {
  return row.entry.productId === null && (row.type === 'file' || row.entry.kind === 'folder')
}
