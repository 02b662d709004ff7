/** Around the characters of a column, in widths of a character of the usual font: 5 of 7 pixels. */
const margin = 5 / 7

/** The characters that fit into a column, as Excel shows its width; files store it with a margin. */
export function charactersOf(storedWidth: number): number {
  return Math.max(0, storedWidth - margin)
}

/** The width of columns without their own, if a file stores only how many characters they are meant for. */
export function standardWidth(characters: number): number {
  return characters + 0.43
}
