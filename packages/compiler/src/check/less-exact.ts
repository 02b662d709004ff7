/**
 * Functions that older versions of Excel computed less exactly: the largest deviation, relative or absolute, and the
 * first major version without it (12 is Excel 2007, 14 Excel 2010, 15 Excel 2013). Measured on workbooks that those
 * versions saved.
 */
export const LESS_EXACT: readonly {
  readonly name: string
  readonly before: number
  readonly relative: number
  readonly absolute?: number
}[] = [
  { name: 'ASINH', before: 12, relative: 0, absolute: 1e-16 },
  { name: 'ATANH', before: 12, relative: 0, absolute: 1e-16 },
  { name: 'BESSELI', before: 12, relative: 1e-7 },
  { name: 'BESSELJ', before: 12, relative: 1e-4 },
  { name: 'BESSELK', before: 12, relative: 1e-7 },
  { name: 'BESSELY', before: 12, relative: 1e-7 },
  { name: 'CHISQ.TEST', before: 14, relative: 2e-7 },
  { name: 'COMBIN', before: 15, relative: 1e-14 },
  { name: 'F.TEST', before: 14, relative: 5e-9 },
  { name: 'MULTINOMIAL', before: 15, relative: 1e-14 },
  { name: 'ODDFYIELD', before: 12, relative: 1e-9 },
  { name: 'RATE', before: 12, relative: 1e-9 },
  { name: 'SINH', before: 12, relative: 0, absolute: 1e-16 },
  { name: 'TANH', before: 12, relative: 0, absolute: 1e-16 },
  { name: 'XIRR', before: 12, relative: 1e-7 },
  { name: 'YIELD', before: 12, relative: 1e-8 },
]

/**
 * Functions that older versions refused but the current one computes (`then`), or that the current one refuses (`now`).
 * Seen in workbooks with the same formula saved by both. Applies only to cells that consist of such a call,
 * without a calculation among its arguments for what was refused then.
 */
export const REFUSED: readonly { readonly name: string; readonly before: number; readonly refused: 'then' | 'now' }[] =
  [
    // Reference types 5 to 8, which counted as 1 to 4.
    { name: 'ADDRESS', before: 12, refused: 'now' },
    // Texts that spell numbers as arguments.
    { name: 'AND', before: 16, refused: 'then' },
    { name: 'MODE', before: 16, refused: 'then' },
    // A single cell that holds a text.
    { name: 'SUMPRODUCT', before: 16, refused: 'then' },
    // Week type -1.
    { name: 'WEEKNUM', before: 16, refused: 'now' },
  ]
