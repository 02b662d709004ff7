import type { Text } from '../../platform/messages/use-text.ts'
import type { CallSummary } from './queries.ts'

/** The revision that a call ran; a dash if the call was refused before one was chosen. */
export function revisionName(text: Text, { versionId, revision }: Pick<CallSummary, 'versionId' | 'revision'>): string {
  return versionId === null ? '–' : (revision ?? text('Calls.versionGone'))
}
