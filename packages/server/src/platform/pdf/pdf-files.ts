/** Files that the child and its parent exchange. */
export const contentFile = 'content.json'
export const pdfFile = 'document.pdf'
