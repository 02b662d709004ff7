import type { LineageKind } from '@sheetwright/contract/lineage/get-lineage.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'

export const kindNames: Readonly<Record<LineageKind, MessageId>> = {
  master: 'Lineage.master',
  range: 'Lineage.range',
  version: 'Lineage.version',
  engine: 'Lineage.engine',
  chain: 'Lineage.chain',
  calculator: 'Lineage.calculator',
  caller: 'Lineage.caller',
  field: 'Lineage.field',
}
