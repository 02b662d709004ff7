import { extensionOf, type uploadCategories } from '@sheetwright/contract/documents/file-types.ts'

type Extension = (typeof uploadCategories)[keyof typeof uploadCategories][number]

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const presentation = 'application/vnd.openxmlformats-officedocument.presentationml'

const contentTypes: Readonly<Record<Extension, string>> = {
  '.xlsx': `${spreadsheet}.sheet`,
  '.xlsm': 'application/vnd.ms-excel.sheet.macroEnabled.12',
  '.xlsb': 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  '.xltx': `${spreadsheet}.template`,
  '.xltm': 'application/vnd.ms-excel.template.macroEnabled.12',
  '.xls': 'application/vnd.ms-excel',
  '.xhtml': 'application/xhtml+xml',
  '.html': 'text/html',
  '.xml': 'application/xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.tiff': 'image/tiff',
  '.pdf': 'application/pdf',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptm': 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
  '.pptx': `${presentation}.presentation`,
  '.potx': `${presentation}.template`,
  '.pot': 'application/vnd.ms-powerpoint',
  '.ppsx': `${presentation}.slideshow`,
  '.pps': 'application/vnd.ms-powerpoint',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** Content type of a document by its name, for clients; no decision of ours depends on it. */
export function contentTypeOf(fileName: string): string {
  return contentTypes[extensionOf(fileName) as Extension] ?? 'application/octet-stream'
}
