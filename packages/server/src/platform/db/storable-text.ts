/** A text without what none of the database can hold: the character U+0000, and halves of characters. */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}
