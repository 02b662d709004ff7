import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import type { ServerText } from '../../../platform/messages/server-text.ts'
import type { Text } from '../../../platform/messages/use-text.ts'

/** Notes that are codes; any other note is a sentence of the server. */
const notes: Readonly<Record<string, MessageId>> = {
  read: 'EngineUpload.reading',
  compile: 'EngineUpload.compiling',
  prove: 'EngineUpload.proving',
  tables: 'Jobs.readingTables',
}

/** The current activity of a job. */
export function jobNote(text: Text, serverText: ServerText, { note }: Job): string {
  const id = note === null ? undefined : notes[note]
  return id === undefined ? serverText(note ?? '') : text(id)
}
