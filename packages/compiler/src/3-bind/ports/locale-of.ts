import { isKnownLocale } from '@sheetwright/runtime/locale.ts'
import type { Workbook } from '../../model/workbook.ts'
import { type Properties, propertyOf, readProperties } from './properties.ts'

const standard = 'en-US'

/** The locale that a workbook's properties request; it decides separators, TEXT, and the parsing of dates. */
export function localeOf(properties: Properties): string {
  return canonical(wantedLocale(properties)) ?? standard
}

export function localeOfWorkbook(workbook: Workbook): string {
  return localeOf(readProperties(workbook))
}

/** What the properties give as locale and is none that is known. */
export function unknownLocale(properties: Properties): string | undefined {
  const wanted = wantedLocale(properties)
  if (wanted === undefined) return undefined
  const tag = canonical(wanted)
  return tag !== undefined && isKnownLocale(tag) ? undefined : String(wanted)
}

function wantedLocale(properties: Properties) {
  return propertyOf(properties, 'locale')
}

function canonical(wanted: string | number | boolean | undefined): string | undefined {
  if (typeof wanted !== 'string') return undefined
  try {
    return Intl.getCanonicalLocales(wanted)[0]
  } catch {
    return undefined
  }
}
