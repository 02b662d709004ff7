/**
 * One line of a CSV file. Text that a spreadsheet application would run as a formula is kept from running by an apostrophe;
 * some applications take the wide signs of Japanese keyboards for the narrow ones.
 */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(quoted).join(',')}\r\n`
}

function quoted(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
