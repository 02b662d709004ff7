/** Rows as CSV for spreadsheets. Texts that begin like a formula are escaped. */
export function csvBlob(rows: readonly (readonly (string | number | null)[])[]): Blob {
  const text = rows.map((row) => row.map(field).join(',')).join('\r\n')
  return new Blob(['\uFEFF', text], { type: 'text/csv' })
}

function field(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${plain.replaceAll('"', '""')}"`
}
