import type english from './en.json'
import type { Language } from './language.ts'
import { asSent, createServerText, type ServerText } from './server-text.ts'

export type MessageId = keyof typeof english

export type Messages = Readonly<Record<MessageId, string>>

const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('./en.json')).default,
  async ja() {
    const [messages] = await Promise.all([import('./ja.json'), import('./japanese-font.ts')])
    return messages.default
  },
}

/** Loads the texts of a language and its font. */
export function loadMessages(language: Language): Promise<Messages> {
  return loaders[language]()
}

/** The server's messages are English; their translations are in a separate table. */
export async function loadServerText(language: Language): Promise<ServerText> {
  if (language === 'en') return asSent
  return createServerText((await import('./server-texts.ja.json')).default)
}
