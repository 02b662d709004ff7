import type { ApiField } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** The columns of a definition in the order of `apiColumns`, by property of a field. */
export const columnNames = {
  name: 'MasterApi.name',
  direction: 'MasterApi.direction',
  type: 'MasterApi.type',
  unit: 'MasterApi.unit',
  required: 'MasterApi.required',
  allowedValues: 'MasterApi.allowedValues',
  min: 'MasterApi.min',
  max: 'MasterApi.max',
  description: 'MasterApi.description',
  section: 'MasterApi.section',
  labelEn: 'MasterApi.labelEn',
  labelJa: 'MasterApi.labelJa',
  deprecatedSince: 'MasterApi.deprecatedSince',
} as const satisfies Record<keyof ApiField, MessageId>
