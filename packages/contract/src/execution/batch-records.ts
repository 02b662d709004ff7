/**
 * The records of a batch, keyed by input names in either form: rows of values get their names from the first row. A
 * value without a heading is keyed by its position, so that it is reported as an unknown input.
 */
export function batchRecords(inputs: readonly unknown[]): Record<string, unknown>[] {
  const [headings] = inputs
  if (!Array.isArray(headings)) return inputs as Record<string, unknown>[]
  const names = namesOf(headings)
  return inputs.slice(1).map((row) => recordBelow(names, row) as Record<string, unknown>)
}

/** The names that headings give to the values below them. */
export function namesOf(headings: readonly unknown[]): string[] {
  return headings.map((heading) => (isNested(heading) ? '' : String(heading)))
}

/** The record of a row of values; null for an invalid row, which then fails alone. */
export function recordBelow(names: readonly string[], row: unknown): Record<string, unknown> | null {
  return Array.isArray(row) ? recordOfRow(names, row) : null
}

function recordOfRow(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (let i = 0; i < row.length; i++) {
    const name = names[i] ?? `column ${i + 1}`
    if (name === '__proto__') Object.defineProperty(record, name, { value: row[i], enumerable: true })
    else record[name] = row[i]
  }
  return record
}

/** The problem of the first row of a batch sent as rows, if any. */
export function wrongHeading([headings]: readonly unknown[]): string | undefined {
  if (!Array.isArray(headings)) return undefined
  if (headings.some(isNested)) return 'holds a list or an object where the name of an input belongs'
  const seen = new Set<string>()
  const repeated = namesOf(headings).find((name) => seen.size === seen.add(name.toLowerCase()).size)
  // The heading is ambiguous.
  return repeated === undefined ? undefined : `names "${repeated.slice(0, 200)}" twice`
}

function isNested(heading: unknown): boolean {
  return typeof heading === 'object' && heading !== null
}
