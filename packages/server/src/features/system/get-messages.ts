import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getMessages } from '@sheetwright/contract/system/get-messages.ts'
import { handle } from '../../platform/http/handle.ts'
import { webFolder } from '../../platform/http/serve-web.ts'

const fallback = 'en'

/** The messages as they were built into the web application, or their sources where it has not been built. */
const folders = [path.join(webFolder, 'messages'), path.join(webFolder, '../src/platform/messages')]

export const getMessagesHandler = handle(getMessages, async ({ params }) => {
  for (const language of candidates(params.language)) {
    const messages = await readMessages(language)
    if (messages !== undefined) return { language, messages }
  }
  throw new Error(`There are no messages in ${folders.join(' or ')}`)
})

/** The language itself, the ones it is a variant of, and English. */
function candidates(tag: string): string[] {
  const parts = tag.split('-')
  const wider = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return [...wider, wider.at(-1)?.toLowerCase() ?? fallback, fallback]
}

async function readMessages(language: string): Promise<Record<string, string> | undefined> {
  for (const folder of folders) {
    const text = await readFile(path.join(folder, `${language}.json`), 'utf8').catch(() => undefined)
    if (text !== undefined) return JSON.parse(text) as Record<string, string>
  }
  return undefined
}
