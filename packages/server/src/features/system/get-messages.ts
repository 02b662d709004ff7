import { getMessages } from '@sheetwright/contract/system/get-messages.ts'
import { handle } from '../../platform/http/handle.ts'
import { messageFolders, readMessages } from './messages.access.ts'

const fallback = 'en'

export const getMessagesHandler = handle(getMessages, async ({ params }) => {
  for (const language of candidates(params.language)) {
    const messages = await readMessages(language)
    if (messages !== undefined) return { language, messages }
  }
  throw new Error(`There are no messages in ${messageFolders.join(' or ')}`)
})

/** The language, its base languages, and English. */
function candidates(tag: string): string[] {
  const parts = tag.split('-')
  const wider = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return [...wider, wider.at(-1)?.toLowerCase() ?? fallback, fallback]
}
