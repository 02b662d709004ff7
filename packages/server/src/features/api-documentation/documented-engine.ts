import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'

/** Everything that the documentation of an engine is made of. */
export interface DocumentedEngine {
  readonly origin: string
  readonly tenant: string
  readonly productName: string
  readonly serviceName: string
  readonly revision: string
  readonly interface: EngineInterface
  /** The newest first. */
  readonly versions: readonly DocumentedVersion[]
  readonly examples: readonly DocExample[]
}

export interface DocumentedVersion
  extends Pick<EngineVersion, 'revision' | 'state' | 'releaseNote' | 'effectiveStartDate' | 'effectiveEndDate'> {
  readonly interface: EngineInterface
}

/** A call that was executed. */
export interface DocExample {
  readonly subservice: string | undefined
  readonly isRefused: boolean
  readonly request: unknown
  /** Outputs, or the errors where it was refused. */
  readonly answer: unknown
}
