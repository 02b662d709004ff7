import { readFileSync } from 'node:fs'
import type { Language } from './browser.ts'

const messages = Object.fromEntries(
  (['en', 'ja'] as const).map((language) => {
    const file = new URL(`../../packages/web/src/platform/messages/${language}.json`, import.meta.url)
    return [language, JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>]
  }),
) as Record<Language, Record<string, string>>

/** The web app's text for a key in a language, with its values filled in: stories check what a user reads. */
export function text(language: Language, key: string, values: Readonly<Record<string, string>> = {}): string {
  const message = messages[language][key]
  if (message === undefined) throw new Error(`There is no text ${key} in ${language}`)
  return message.replace(/\{(\w+)(?:, number)?\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Whole texts of the English pages that differ in Japanese. Names given by people are rarely as long. */
export function textsOfEnglishAlone(): ReadonlySet<string> {
  const japanese = new Set(Object.values(messages.ja))
  const isLong = (each: string) => each.split(' ').length > 2 && !/[{<]/.test(each)
  return new Set(Object.values(messages.en).filter((each) => isLong(each) && !japanese.has(each)))
}
