import type { EngineType } from '@sheetwright/contract/engines/engine.ts'

/** An execution as it is kept, without its texts. */
export interface CallHead {
  readonly id: string
  readonly productId: string
  readonly engineId: string
  /** Null when the call was refused before a version was chosen. */
  readonly versionId: string | null
  readonly at: Date
  readonly callerKind: 'user' | 'key' | 'visitor' | 'anyone'
  readonly callerId: string | null
  readonly callerName: string
  readonly purpose: string
  readonly sourceSystem: string
  readonly correlationId: string
  readonly subservice: string | null
  readonly engineType: EngineType
  readonly micros: number
  readonly records: number
  /** Of a batch: the call id of each record. */
  readonly recordCallIds: readonly string[] | null
  readonly failed: number
  /** Records with warnings. */
  readonly warnings: number
}

/** JSON, as it travelled. */
export interface CallTexts {
  readonly request: string
  readonly response: string
}
