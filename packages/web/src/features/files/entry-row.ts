import type { FileEntry, Folder } from '@sheetwright/contract/files/file-entry.ts'

/** A line of the explorer. */
export type EntryRow =
  | { readonly type: 'folder'; readonly entry: Folder }
  | { readonly type: 'file'; readonly entry: FileEntry }

/** Whether it lies in a product, where it is changed. */
export function isOfProduct({ entry }: EntryRow): boolean {
  return entry.productId !== null
}

/** Folders that are always there, products and their sections are not changed in the explorer. */
export function isChangeable(row: EntryRow): boolean {
  return !isOfProduct(row) && (row.type === 'file' || row.entry.kind === 'folder')
}
