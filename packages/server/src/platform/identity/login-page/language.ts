/** The languages of the sign-in pages. */
export const languages = ['en', 'ja'] as const

export type Language = (typeof languages)[number]

/** Cookie with the language chosen on a sign-in page; the web application reads it as well. */
export const languageCookie = 'sheetwright-language'

interface LanguageHints {
  /** Chosen on the page itself. */
  readonly chosen?: unknown
  /** Language of the application that requests the sign-in: a space-separated list. */
  readonly requested?: unknown
  readonly cookies?: string | undefined
  readonly accepted?: string | undefined
}

/** The first hint that names a supported language, else English. */
export function pickLanguage({ chosen, requested, cookies, accepted }: LanguageHints): Language {
  return (
    known(chosen) ??
    firstKnown(typeof requested === 'string' ? requested.split(' ') : []) ??
    known(cookieValue(cookies)) ??
    firstKnown(byPreference(accepted)) ??
    'en'
  )
}

function known(tag: unknown): Language | undefined {
  if (typeof tag !== 'string') return undefined
  const base = tag.toLowerCase().split('-')[0]
  return languages.find((language) => language === base)
}

function firstKnown(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const language = known(tag)
    if (language) return language
  }
  return undefined
}

function cookieValue(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === languageCookie)?.[1]
}

/** `ja;q=0.8, en;q=0.9` gives en, ja. */
function byPreference(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean)
      return { tag, quality: Number(quality ?? 1) }
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map((entry) => entry.tag)
}
