/** A name that can stand before `!` without quotes: no spaces or operators, and nothing that reads like a cell or a number. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_.]*$/u
const LIKE_CELL = /^(?:[A-Za-z]{1,3}\d+|[Rr]\d*(?:[Cc]\d*)?|[Cc]\d*|TRUE|FALSE)$/i

/** The prefix of a reference to another sheet: `Sheet1!`, `'My Sheet'!`, `'Jan:Mar 2'!` or `[2]Sheet1!`. */
export function sheetPrefix(first: string, last: string | undefined, book = ''): string {
  const text = last === undefined || last === first ? first : `${first}:${last}`
  const plain = isPlain(first) && (last === undefined || isPlain(last))
  return plain ? `${book}${text}!` : `'${book}${text.replaceAll("'", "''")}'!`
}

function isPlain(name: string): boolean {
  return PLAIN.test(name) && !LIKE_CELL.test(name)
}
