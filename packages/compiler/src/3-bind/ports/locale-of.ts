const standard = 'en-US'

/** The locale that a workbook's properties ask for; it decides separators, TEXT, and how text becomes a date. */
export function localeOf(properties: ReadonlyMap<string, string | number | boolean>): string {
  const [, wanted] = [...properties].find(([name]) => name.toLowerCase() === 'locale') ?? []
  if (typeof wanted !== 'string') return standard
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? standard
  } catch {
    return standard
  }
}
