/** Files that the child and its parent exchange. */
export const formFile = 'form.json'
export const pdfFile = 'form.pdf'
