/** Parses the clipboard text of spreadsheets: tabs between cells, cells with line breaks or quotes in quotes. */
export function parseClipboard(text: string): string[][] {
  const rows: string[][] = [[]]
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  let at = 0
  while (at <= source.length) {
    const { value, end } = source[at] === '"' ? quoted(source, at) : plain(source, at)
    rows.at(-1)?.push(value)
    if (end >= source.length) break
    if (source[end] === '\n') rows.push([])
    at = end + 1
  }
  return rows
}

function plain(source: string, start: number): { value: string; end: number } {
  const found = source.slice(start).search(/[\t\n]/)
  const end = found === -1 ? source.length : start + found
  return { value: source.slice(start, end), end }
}

function quoted(source: string, start: number): { value: string; end: number } {
  let value = ''
  let at = start + 1
  while (at < source.length) {
    if (source[at] !== '"') value += source[at++]
    else if (source[at + 1] === '"') {
      value += '"'
      at += 2
    } else break
  }
  const rest = plain(source, at + 1)
  // An unclosed quote is a plain character.
  return at >= source.length ? plain(source, start) : { value: value + rest.value, end: rest.end }
}

/** The inverse: text for spreadsheets. */
export function writeClipboard(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
}

/** The rows with a block of texts pasted at a cell; rows are added up to the maximum. */
export function pasted(
  rows: readonly (readonly string[])[],
  at: { readonly row: number; readonly col: number },
  block: readonly (readonly string[])[],
  size: { readonly columns: number; readonly maxRows: number },
): string[][] {
  const count = Math.min(Math.max(rows.length, at.row + block.length), size.maxRows)
  return Array.from({ length: count }, (_, row) => [
    ...Array.from({ length: size.columns }, (__, col) => block[row - at.row]?.[col - at.col] ?? rows[row]?.[col] ?? ''),
    // Extra values behind the columns stay with their row.
    ...(rows[row]?.slice(size.columns) ?? []),
  ])
}
