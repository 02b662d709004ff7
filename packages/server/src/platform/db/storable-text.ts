/** A text without characters that the database cannot store: U+0000 and lone surrogates. */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}
