import { categoryOf, uploadCategories } from '@sheetwright/contract/documents/file-types.ts'

/** Accepted file extensions of workbooks. */
export const workbookExtensions = uploadCategories.Excel

export function isWorkbookName(fileName: string): boolean {
  return categoryOf(fileName) === 'Excel'
}

/** The file name without its extension: the default name of the service. */
export function serviceNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '').trim()
}
