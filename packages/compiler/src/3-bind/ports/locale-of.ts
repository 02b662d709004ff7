const standard = 'en-US'

/** The locale that a workbook's properties request; it decides separators, TEXT, and the parsing of dates. */
export function localeOf(properties: ReadonlyMap<string, string | number | boolean>): string {
  const [, wanted] = [...properties].find(([name]) => name.toLowerCase() === 'locale') ?? []
  if (typeof wanted !== 'string') return standard
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? standard
  } catch {
    return standard
  }
}
