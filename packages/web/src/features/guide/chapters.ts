import type { Language } from '../../platform/messages/language.ts'

/** The chapters of the user guide in reading order; each is a Markdown file in both languages. */
export const chapters = [
  'first-engine',
  'workbooks',
  'versions',
  'testing',
  'calculators',
  'sharing',
  'administration',
  'errors',
] as const
type ChapterName = (typeof chapters)[number]

export interface Chapter {
  readonly name: ChapterName
  readonly title: string
  readonly markdown: string
}

const files = import.meta.glob<string>('./chapters/*/*.md', { query: '?raw', import: 'default' })

/** Screenshots made by `npm run guide:pictures`; a chapter refers to one as `picture:upload-proof`. */
const pictures = import.meta.glob<string>('./pictures/*/*.png', { query: '?url', import: 'default', eager: true })

function withPictures(markdown: string, language: Language): string {
  return markdown.replace(/\]\(picture:([a-z-]+)\)/g, (_, name: string) => {
    const address = pictures[`./pictures/${language}/${name}.png`]
    if (address === undefined) throw new Error(`The guide has no picture ${name} in ${language}`)
    return `](${address})`
  })
}

/** Loads the whole guide in a language: it is small, and the search needs all of it. */
export async function loadGuide(language: Language): Promise<readonly Chapter[]> {
  return Promise.all(
    chapters.map(async (name) => {
      const load = files[`./chapters/${language}/${name}.md`]
      if (load === undefined) throw new Error(`The guide has no chapter ${name} in ${language}`)
      const [heading = '', ...rest] = (await load()).split('\n')
      return { name, title: heading.replace(/^# /, ''), markdown: withPictures(rest.join('\n').trim(), language) }
    }),
  )
}

export interface Found {
  readonly chapter: Chapter
  /** The lines around the matches. */
  readonly excerpt: string
}

/** Chapters that contain every word of a search. */
export function searchGuide(guide: readonly Chapter[], search: string): readonly Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return guide.flatMap((chapter) => {
    const lines = chapter.markdown.split('\n').filter((each) => !each.startsWith('!['))
    const text = [chapter.title, ...lines].join('\n')
    const lower = text.toLowerCase()
    if (!words.every((word) => lower.includes(word))) return []
    const line = text.split('\n').find((each) => each.toLowerCase().includes(words[0] ?? '')) ?? ''
    return [{ chapter, excerpt: line.replaceAll(/[#*|`]/g, ' ').trim() }]
  })
}
