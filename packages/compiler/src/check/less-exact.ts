/**
 * Functions that older versions of Excel computed less exactly: by how much at most, relative to the value, before which major
 * version (12 is Excel 2007, 14 Excel 2010). Measured on workbooks that those versions saved.
 */
export const LESS_EXACT: readonly { readonly name: string; readonly before: number; readonly relative: number }[] = [
  { name: 'BESSELI', before: 12, relative: 1e-7 },
  { name: 'BESSELJ', before: 12, relative: 1e-4 },
  { name: 'BESSELK', before: 12, relative: 1e-7 },
  { name: 'BESSELY', before: 12, relative: 1e-7 },
  { name: 'CHISQ.TEST', before: 14, relative: 2e-7 },
  { name: 'F.TEST', before: 14, relative: 5e-9 },
  { name: 'ODDFYIELD', before: 12, relative: 1e-9 },
  { name: 'RATE', before: 12, relative: 1e-9 },
  { name: 'XIRR', before: 12, relative: 1e-7 },
  { name: 'YIELD', before: 12, relative: 1e-8 },
]
