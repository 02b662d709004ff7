/** File kinds of product documents. */
export const productFileTypes = [
  'Excel',
  'PDF',
  'Word',
  'PowerPoint',
  'Image',
  'HTML',
  'HTM',
  'Engine',
  'Tutorial',
] as const

export type ProductFileType = (typeof productFileTypes)[number]

/** Upload categories and their extensions. A file is accepted if its extension is in one of them. */
export const uploadCategories = {
  Excel: ['.xlsx', '.xlsm', '.xlsb', '.xltx', '.xltm', '.xls'],
  Html: ['.xhtml', '.html', '.xml'],
  Image: ['.jpg', '.jpeg', '.png', '.gif', '.tiff'],
  PDF: ['.pdf'],
  PPT: ['.ppt', '.pptm', '.pptx', '.potx', '.pot', '.ppsx', '.pps'],
  Doc: ['.doc', '.docx'],
} as const

export type UploadCategory = keyof typeof uploadCategories

/** A section takes files of a category if it names one of these file types; the first one becomes the file's type. */
const fileTypesOf = {
  Excel: ['Excel'],
  Html: ['HTML', 'HTM'],
  Image: ['Image'],
  PDF: ['PDF'],
  PPT: ['PowerPoint'],
  Doc: ['Word'],
} as const satisfies Record<UploadCategory, readonly [ProductFileType, ...ProductFileType[]]>

/** The types of a document. */
export const documentFileTypes = [
  'Excel',
  'PDF',
  'Word',
  'PowerPoint',
  'Image',
  'HTML',
] as const satisfies readonly ProductFileType[]

export type DocumentFileType = (typeof documentFileTypes)[number]

/** The last dot of a name and the text after it, in lower case; empty without a dot. */
export function extensionOf(fileName: string): string {
  return /\.[^.]+$/.exec(fileName)?.[0].toLowerCase() ?? ''
}

/** A file's category by its extension; undefined for a file that is not accepted. */
export function categoryOf(fileName: string): UploadCategory | undefined {
  const extension = extensionOf(fileName)
  const categories = Object.entries(uploadCategories) as [UploadCategory, readonly string[]][]
  return categories.find(([, extensions]) => extensions.includes(extension))?.[0]
}

export function fileTypeOf(category: UploadCategory): DocumentFileType {
  return fileTypesOf[category][0]
}

/** Whether a section with these file types takes files of a category. */
export function accepts(fileTypes: readonly ProductFileType[], category: UploadCategory): boolean {
  return fileTypesOf[category].some((type) => fileTypes.includes(type))
}

/** The types of documents that a section with these file types takes. */
export function fileTypesTaken(fileTypes: readonly ProductFileType[]): DocumentFileType[] {
  const categories = Object.keys(uploadCategories) as UploadCategory[]
  return categories.filter((category) => accepts(fileTypes, category)).map(fileTypeOf)
}

/** The extensions that a section with these file types takes. */
export function extensionsFor(fileTypes: readonly ProductFileType[]): string[] {
  const categories = Object.keys(uploadCategories) as UploadCategory[]
  return categories.filter((category) => accepts(fileTypes, category)).flatMap((category) => uploadCategories[category])
}

/** The sections of a new product, in order. */
export const defaultSections = [
  { name: 'serviceDocumentation', fileTypes: ['Excel', 'PDF', 'Word', 'PowerPoint', 'Image', 'HTML', 'HTM'] },
  { name: 'brochure', fileTypes: ['PDF', 'Word', 'PowerPoint', 'Image'] },
  { name: 'images', fileTypes: ['Image'] },
] as const satisfies readonly { name: string; fileTypes: readonly ProductFileType[] }[]
