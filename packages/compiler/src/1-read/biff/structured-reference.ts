/** The row items of a stored structured reference, by code. */
const rowItems: Readonly<Record<number, readonly string[]>> = {
  0x00: [],
  0x01: ['#All'],
  0x02: ['#Headers'],
  0x04: ['#Data'],
  0x06: ['#Headers', '#Data'],
  0x08: ['#Totals'],
  0x0c: ['#Data', '#Totals'],
  0x10: ['#This Row'],
}

/** Builds `Table1[[#This Row],[Price]]` and the like from a table and its column numbers. */
export function structuredReference(
  table: { readonly name: string; readonly columns: readonly string[] },
  rows: number,
  columns: readonly number[],
): string | undefined {
  const items = rowItems[rows]
  const names = columns.map((index) => table.columns[index])
  if (!items || names.some((name) => name === undefined)) return undefined
  const columnPart = names.map((name) => `[${escaped(name ?? '')}]`).join(':')
  const parts = [...items.map((item) => `[${item}]`), ...(columnPart === '' ? [] : [columnPart])]
  if (parts.length === 0) return `${table.name}[]`
  return parts.length === 1 && columns.length < 2 ? table.name + parts[0] : `${table.name}[${parts.join(',')}]`
}

/** An apostrophe escapes brackets, hashes and apostrophes in a column name. */
function escaped(name: string): string {
  return name.replace(/[[\]#'@]/g, "'$&")
}
