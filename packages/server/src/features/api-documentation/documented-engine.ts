import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'

/** The engine data that its documentation is written from. */
export interface DocumentedEngine {
  readonly origin: string
  readonly tenant: string
  readonly productName: string
  readonly serviceName: string
  readonly revision: string
  readonly interface: EngineInterface
  /** Newest first. */
  readonly versions: readonly DocumentedVersion[]
  readonly examples: readonly DocExample[]
}

export interface DocumentedVersion
  extends Pick<EngineVersion, 'revision' | 'state' | 'releaseNote' | 'effectiveStartDate' | 'effectiveEndDate'> {
  readonly interface: EngineInterface
}

/** An executed example call. */
export interface DocExample {
  readonly subservice: string | undefined
  readonly isRefused: boolean
  readonly request: unknown
  /** Without what differs from call to call. */
  readonly answer: unknown
}
