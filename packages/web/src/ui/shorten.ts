/** Splits into graphemes, so that none is cut in half. */
function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), (part) => part.segment)
}

/** Truncates a text after a number of characters and marks the cut. */
export function shortenEnd(text: string, limit: number): string {
  const all = characters(text)
  return all.length <= limit ? text : `${all.slice(0, limit).join('').trimEnd()}…`
}

/** Removes the middle, so that the result with its mark has at most `limit` characters. */
export function shortenMiddle(text: string, limit: number): string {
  const all = characters(text)
  if (all.length <= limit) return text
  const kept = limit - 1
  const head = Math.ceil(kept / 2)
  return `${all.slice(0, head).join('')}…${all.slice(all.length - (kept - head)).join('')}`
}

/** Wraps a text into lines of at most `width` characters, between words if possible. */
export function wrapLines(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=\s)/)) {
    if (line !== '' && characters(line + word.trimEnd()).length > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    let rest = characters(line + word)
    while (rest.length > width && rest.slice(width).join('').trim() !== '') {
      lines.push(rest.slice(0, width).join(''))
      rest = rest.slice(width)
    }
    line = rest.join('')
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd())
  return lines
}
