import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** The name of an engine type that this installation cannot run. */
export const absentTypeNames: Readonly<Partial<Record<EngineType, MessageId>>> = {
  Type3: 'EngineType.officeAbsent',
  Type4: 'EngineType.connectorOff',
}

export const engineTypeNames: Readonly<Record<EngineType, MessageId>> = {
  Type1: 'EngineType.compiled',
  Type2: 'EngineType.interpreted',
  Type3: 'EngineType.office',
  Type4: 'EngineType.connector',
}
