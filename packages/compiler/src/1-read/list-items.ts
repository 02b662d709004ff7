const QUOTED = /^"((?:[^"]|"")*)"$/

/** The choices of a list formula that is only a quoted text, such as `"Yes,No"`. Spaces around a choice are ignored. */
export function listItems(formula: string | undefined): string[] | undefined {
  const match = formula === undefined ? null : QUOTED.exec(formula.trim())
  if (match?.[1] === undefined) return undefined
  return match[1]
    .replaceAll('""', '"')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
