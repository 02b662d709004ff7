import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import type { MessageId } from './load-messages.ts'

export const accessLevelNames: Readonly<Record<AccessLevel, MessageId>> = {
  view: 'AccessLevel.view',
  edit: 'AccessLevel.edit',
  manage: 'AccessLevel.manage',
}
