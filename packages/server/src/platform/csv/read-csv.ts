interface ReadCsv {
  readonly rows: readonly (readonly string[])[]
  /** The first line, from 0, whose number of values differs from the first line's. */
  readonly wrongRow: number | undefined
}

/** Reads values separated by commas, semicolons or tabs, in UTF-8 or else Shift JIS. */
export function readCsv(bytes: Uint8Array): ReadCsv {
  const text = decoded(bytes)
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let isQuoted = false
  const endValue = () => {
    row.push(plain(value))
    value = ''
  }
  const endRow = () => {
    endValue()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (isQuoted) {
      if (char !== '"') value += char
      else if (text[i + 1] === '"') value += text[i++]
      else isQuoted = false
    } else if (char === '"' && value === '') isQuoted = true
    else if (char === separator) endValue()
    else if (char === '\n') endRow()
    else if (char !== '\r') value += char
  }
  if (value !== '' || row.length > 0) endRow()
  const width = rows[0]?.length ?? 0
  const wrong = rows.findIndex((each) => each.length !== width)
  return { rows, wrongRow: wrong < 0 ? undefined : wrong }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

/** The separator that occurs most in the first line. */
function separatorOf(text: string): string {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')) || text.length)
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** Downloads prefix text that looks like a formula with an apostrophe, which is not part of it. */
function plain(value: string): string {
  return /^'[=+\-@＝＋－＠\t]/.test(value) ? value.slice(1) : value
}
