import { readFileSync } from 'node:fs'
import type { Language } from './browser.ts'

const messages = Object.fromEntries(
  (['en', 'ja'] as const).map((language) => {
    const file = new URL(`../../packages/web/src/platform/messages/${language}.json`, import.meta.url)
    return [language, JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>]
  }),
) as Record<Language, Record<string, string>>

/** The web app's text for a key in a language, with its values filled in: stories speak of what a user reads. */
export function text(language: Language, key: string, values: Readonly<Record<string, string>> = {}): string {
  const message = messages[language][key]
  if (message === undefined) throw new Error(`There is no text ${key} in ${language}`)
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
