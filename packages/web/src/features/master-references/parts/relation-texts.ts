import type { DateRelation } from '@sheetwright/contract/master-references/date-relation.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'

export const relationTexts: Readonly<Record<DateRelation, MessageId>> = {
  engineInsideMaster: 'DateRelation.engineInsideMaster',
  masterInsideEngine: 'DateRelation.masterInsideEngine',
  noOverlap: 'DateRelation.noOverlap',
  commonOverlap: 'DateRelation.commonOverlap',
}
