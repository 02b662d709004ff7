export const languages = ['en', 'ja'] as const

export type Language = (typeof languages)[number]

/** The name of each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ja: '日本語' }

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** The stored choice, else the first supported language of the browser, exact or by its base, else English. */
export function chooseLanguage(stored: Language | null, preferred: readonly string[]): Language {
  if (stored !== null) return stored
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0]
    if (isLanguage(base)) return base
  }
  return 'en'
}
