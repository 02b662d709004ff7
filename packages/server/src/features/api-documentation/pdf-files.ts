/** Files that the child and its parent exchange. */
export const docFile = 'document.json'
export const pdfFile = 'document.pdf'
