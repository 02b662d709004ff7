/** One line of a CSV file. Text that a spreadsheet program would run as a formula is kept from running by an apostrophe. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(quoted).join(',')}\r\n`
}

function quoted(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
