import type { Workbook } from '../model/workbook.ts'

/** The language that Windows offers first for a country, by the country's telephone code. */
const LANGUAGE_OF_COUNTRY: Readonly<Record<number, string>> = {
  1: 'en-US',
  2: 'en-CA',
  7: 'ru-RU',
  30: 'el-GR',
  31: 'nl-NL',
  32: 'nl-BE',
  33: 'fr-FR',
  34: 'es-ES',
  36: 'hu-HU',
  39: 'it-IT',
  41: 'de-CH',
  43: 'de-AT',
  44: 'en-GB',
  45: 'da-DK',
  46: 'sv-SE',
  47: 'nb-NO',
  48: 'pl-PL',
  49: 'de-DE',
  52: 'es-MX',
  55: 'pt-BR',
  61: 'en-AU',
  64: 'en-NZ',
  81: 'ja-JP',
  82: 'ko-KR',
  86: 'zh-CN',
  90: 'tr-TR',
  91: 'en-IN',
  351: 'pt-PT',
  353: 'en-IE',
  358: 'fi-FI',
  420: 'cs-CZ',
  886: 'zh-TW',
  972: 'he-IL',
}

/** The locale whose separators, currency and date order the saved values follow, as far as the file tells. */
export function savedLocale(workbook: Workbook): string {
  return LANGUAGE_OF_COUNTRY[workbook.country ?? 1] ?? 'en-US'
}

/** Day first in dates; besides, a comma before decimals and a point or a blank between thousands; Japanese eras and units. */
const COMMON = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'ja-JP'] as const

/** Further locales in which a file may have been saved: only .xls files tell their country. */
export function otherLocales(workbook: Workbook, but: string): readonly string[] {
  const possible = workbook.country === undefined ? COMMON : [savedLocale(workbook)]
  return possible.filter((locale) => locale !== but)
}
