import { categoryOf, uploadCategories } from '@sheetwright/contract/documents/file-types.ts'

/** Kinds of workbook that can be uploaded, by the end of the file's name. */
export const workbookExtensions = uploadCategories.Excel

export function isWorkbookName(fileName: string): boolean {
  return categoryOf(fileName) === 'Excel'
}

/** The file's name without its kind, which is what a service is called unless the author says otherwise. */
export function serviceNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '').trim()
}
