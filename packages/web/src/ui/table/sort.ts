export interface Sort<Field extends string = string> {
  readonly field: Field
  readonly direction: 'asc' | 'desc'
}

/** The next sort after a click on a heading: ascending, descending, none. */
export function cycleSort(current: Sort | null, field: string): Sort | null {
  if (current === null || current.field !== field) return { field, direction: 'asc' }
  return current.direction === 'asc' ? { field, direction: 'desc' } : null
}

/** The sort as list calls and addresses encode it: `name`, `-name`. */
export function sortToText<Field extends string>(sort: Sort<Field> | null): Field | `-${Field}` | undefined {
  if (sort === null) return undefined
  return sort.direction === 'desc' ? `-${sort.field}` : sort.field
}

export function sortFromText<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
): Sort<Field> | null {
  if (text === undefined) return null
  const descending = text.startsWith('-')
  const field = fields.find((one) => one === (descending ? text.slice(1) : text))
  return field === undefined ? null : { field, direction: descending ? 'desc' : 'asc' }
}
