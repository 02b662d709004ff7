/** Where a child finds the sheet that it tries. */
export const sheetFileName = 'sheet.cjs'
