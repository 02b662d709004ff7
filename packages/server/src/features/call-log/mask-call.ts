/** Replaces a masked value in the log. */
export const mask = '***'

/** Longer texts are not searched: the whole text is left out. */
const longestText = 1024 * 1024

/**
 * Masks the values of some inputs in the text of a request or response, wherever their names occur: as fields, as
 * columns below headings, and in messages about them.
 */
export function maskedText(text: string, names: readonly string[]): string {
  if (text.length > longestText) return JSON.stringify({ masked: 'Too long to be kept without its masked inputs' })
  const masked = new Set(names.map((name) => name.toLowerCase()))
  const value: unknown = JSON.parse(text)
  // A body that could not be read.
  if (typeof value === 'string') return JSON.stringify({ masked: 'Not kept, because inputs are masked' })
  return JSON.stringify(maskedValue(value, masked))
}

/** True if a value of the record was masked, so that it cannot be computed again. */
export function isMasked(record: unknown): boolean {
  if (record === mask) return true
  return typeof record === 'object' && record !== null && Object.values(record).some(isMasked)
}

function maskedValue(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return maskedList(value, names)
  if (typeof value !== 'object' || value === null) return value
  const isAboutMasked = Object.entries(value).some(([name, text]) => placeNames.has(name) && isPlaceOf(text, names))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (names.has(name.toLowerCase()) || (isAboutMasked && name === 'message')) return [name, mask]
      return [name, maskedValue(inner, names)]
    }),
  )
}

/** Rows of values below a row of headings, or anything else. */
function maskedList(list: readonly unknown[], names: ReadonlySet<string>): unknown[] {
  const [headings] = list
  const columns = Array.isArray(headings) ? headings.map((heading) => names.has(String(heading).toLowerCase())) : []
  if (!columns.includes(true)) return list.map((each) => maskedValue(each, names))
  const below = list.slice(1).map((row) => {
    if (!Array.isArray(row)) return mask
    return row.map((value: unknown, i) => (columns[i] === true ? mask : maskedValue(value, names)))
  })
  return [headings, ...below]
}

/** Fields of messages that name the input they are about. */
const placeNames: ReadonlySet<string> = new Set(['key', 'field', 'source_path', 'input', 'name'])

function isPlaceOf(text: unknown, names: ReadonlySet<string>): boolean {
  return typeof text === 'string' && names.has((text.split('.').at(-1) ?? '').toLowerCase())
}
