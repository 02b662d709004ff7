/** Kinds of files that product documents can be. */
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

/** Categories of uploads and the extensions that belong to each. A file is accepted when its extension is in one of them. */
export const uploadCategories = {
  Excel: ['.xlsx', '.xlsm', '.xlsb', '.xltx', '.xltm', '.xls'],
  Html: ['.xhtml', '.html', '.xml'],
  Image: ['.jpg', '.jpeg', '.png', '.gif', '.tiff'],
  PDF: ['.pdf'],
  PPT: ['.ppt', '.pptm', '.pptx', '.potx', '.pot', '.ppsx', '.pps'],
  Doc: ['.doc', '.docx'],
} as const

/** The sections that a new product has, in their order. */
export const defaultSections = ['serviceDocumentation', 'brochure', 'images'] as const
