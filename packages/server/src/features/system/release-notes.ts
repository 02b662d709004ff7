import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { releaseVersion } from '../../release.ts'

export interface Release {
  readonly version: string
  /** The day of the release, `YYYY-MM-DD`; null for a build that has not been released. */
  readonly date: string | null
  readonly note: string
}

const root = path.join(import.meta.dirname, '../../../../..')
const changelogs = { en: 'CHANGELOG.md', ja: 'CHANGELOG.ja.md' }

/** The running version with its section of the change log. */
export async function currentRelease(language: 'en' | 'ja' = 'en'): Promise<Release> {
  const text = await readFile(path.join(root, changelogs[language]), 'utf8').catch(() => '')
  return releaseIn(text, releaseVersion)
}

/** Finds a version's section: a second-level heading with the version and, if released, the day. */
export function releaseIn(text: string, version: string): Release {
  const sections = text.split(/^## /m).slice(1)
  const section = sections.find((one) =>
    headingOf(one)
      .split(/[^\w.-]+/)
      .includes(version),
  )
  if (section === undefined) return { version, date: null, note: '' }
  const heading = headingOf(section)
  const date = /\d{4}-\d{2}-\d{2}/.exec(heading)?.[0] ?? null
  return { version, date, note: section.slice(heading.length).trim() }
}

function headingOf(section: string): string {
  return section.split('\n', 1)[0] ?? ''
}
