/**
 * The records of a batch by the names of the inputs, whichever way they were sent: rows of values get their names from
 * the first row. A value that no name stands over goes by its place, so that it is noticed as an unknown input.
 */
export function batchRecords(inputs: readonly unknown[]): Record<string, unknown>[] {
  const [headings] = inputs
  if (!Array.isArray(headings)) return inputs as Record<string, unknown>[]
  const names = headings.map(String)
  return (inputs.slice(1) as unknown[][]).map((row) => {
    const record: Record<string, unknown> = {}
    for (let i = 0; i < row.length; i++) record[names[i] ?? `column ${i + 1}`] = row[i]
    return record
  })
}

/** A heading that stands over more than one column, where there is one: it cannot be told which of the values is meant. */
export function repeatedHeading([headings]: readonly unknown[]): string | undefined {
  if (!Array.isArray(headings)) return undefined
  const names = new Set<string>()
  return headings.map(String).find((heading) => names.size === names.add(heading.toLowerCase()).size)
}
