import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

export const engineTypeNames: Readonly<Record<EngineType, MessageId>> = {
  Type1: 'EngineType.compiled',
  Type2: 'EngineType.interpreted',
  Type3: 'EngineType.office',
  Type4: 'EngineType.connector',
}
