import type { EngineType } from '@sheetwright/contract/engines/engine.ts'

/** A stored execution without request and response. */
export interface CallHead {
  readonly id: string
  readonly productId: string
  readonly engineId: string
  /** Null if the call was refused before a version was chosen. */
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
  /** For a batch: the call id of each record. */
  readonly recordCallIds: readonly string[] | null
  readonly failed: number
  /** Number of records with warnings. */
  readonly warnings: number
}

/** Request and response as JSON, as sent and received. */
export interface CallTexts {
  readonly request: string
  readonly response: string
}
