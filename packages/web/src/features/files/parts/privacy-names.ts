import type { PrivacyLevel } from '@sheetwright/contract/files/file-entry.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'

export const privacyNames: Readonly<Record<PrivacyLevel, MessageId>> = {
  Public: 'Files.privacy.Public',
  Restricted: 'Files.privacy.Restricted',
  Private: 'Files.privacy.Private',
}
