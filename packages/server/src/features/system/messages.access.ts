import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { webFolder } from '../../platform/http/serve-web.ts'

/** The messages built into the web application, or their sources if it has not been built. */
export const messageFolders = [path.join(webFolder, 'messages'), path.join(webFolder, '../src/platform/messages')]

export async function readMessages(language: string): Promise<Record<string, string> | undefined> {
  for (const folder of messageFolders) {
    const text = await readFile(path.join(folder, `${language}.json`), 'utf8').catch(() => undefined)
    if (text !== undefined) return JSON.parse(text) as Record<string, string>
  }
  return undefined
}

/** The product's texts in a language. */
export async function messagesOf(language: 'en' | 'ja'): Promise<Record<string, string>> {
  return (await readMessages(language)) ?? {}
}
