import type { VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import { formatDay } from '../../platform/messages/dates.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { endsBeforeStart } from '../../ui/day.ts'

/** The form of a version; dates as days. */
export interface VersionValues {
  readonly releaseNote: string
  readonly start: string
  readonly end: string
}

/** The same for a new version, whose revision is still to be chosen. */
export interface PublishValues extends VersionValues {
  readonly upgrade: VersionUpgrade
}

const longestNote = 4000

export function versionValuesOf(version: {
  readonly releaseNote: string
  readonly effectiveStartDate: string
  readonly effectiveEndDate: string
}): VersionValues {
  return {
    releaseNote: version.releaseNote,
    start: formatDay(new Date(version.effectiveStartDate)),
    end: formatDay(new Date(version.effectiveEndDate)),
  }
}

/** Sends changed days only: the stored moments of the others are more exact. */
export function datesAsSent(values: VersionValues, before: VersionValues) {
  return {
    ...(values.start === before.start ? {} : { effectiveStartDate: values.start }),
    ...(values.end === before.end ? {} : { effectiveEndDate: values.end }),
  }
}

/** Validation of the fields, each with its own message. */
export function usePublishRules(releaseNoteRequired: boolean) {
  const text = useText()
  return {
    releaseNote(note: string) {
      if (releaseNoteRequired && note.trim() === '') return text('Publish.noteRequired')
      return note.trim().length > longestNote ? text('Field.tooLong', { limit: longestNote }) : null
    },
    start: (start: string) => (start === '' ? text('Publish.dayRequired') : null),
    end(end: string, { start }: VersionValues) {
      if (end === '') return text('Publish.dayRequired')
      return endsBeforeStart(start, end) ? text('Publish.endsBeforeStart') : null
    },
  }
}
