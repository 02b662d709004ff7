/**
 * One line of a CSV file. An apostrophe keeps text that a spreadsheet application would run as a formula from running;
 * some applications read the full-width signs of Japanese keyboards as the ASCII ones.
 */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(quoted).join(',')}\r\n`
}

function quoted(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
