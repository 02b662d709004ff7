import { getRelease } from '@sheetwright/contract/system/get-release.ts'
import { handle } from '../../platform/http/handle.ts'
import { currentRelease } from './release-notes.ts'

export const getReleaseHandler = handle(getRelease, async ({ query }) => {
  const { version, date, note } = await currentRelease(query.language)
  return { version, releaseVersion: version, releaseDate: date, releaseNote: note }
})
