import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'

export const valueTypeNames: Readonly<Record<NonNullable<EnginePort['type']>, MessageId>> = {
  number: 'ValueType.number',
  integer: 'ValueType.integer',
  percent: 'ValueType.percent',
  currency: 'ValueType.currency',
  date: 'ValueType.date',
  time: 'ValueType.time',
  datetime: 'ValueType.datetime',
  boolean: 'ValueType.boolean',
  text: 'ValueType.text',
}
