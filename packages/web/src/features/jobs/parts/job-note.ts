import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import type { Text } from '../../../platform/messages/use-text.ts'

/** What jobs name by a word of theirs; any other note is shown as it is. */
const notes: Readonly<Record<string, MessageId>> = {
  read: 'EngineUpload.reading',
  compile: 'EngineUpload.compiling',
  prove: 'EngineUpload.proving',
}

/** What a job is doing right now. */
export function jobNote(text: Text, { note }: Job): string {
  const id = note === null ? undefined : notes[note]
  return id === undefined ? (note ?? '') : text(id)
}
