/** Files exchanged between the child and its parent. */
export const contentFile = 'content.json'
export const pdfFile = 'document.pdf'
