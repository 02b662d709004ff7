import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** An engine that a call named and the caller may execute. */
export interface NamedEngine {
  readonly id: string
  readonly productId: string
  readonly engineType: EngineType
}

/** With what its log needs to know of it. */
export interface RefusedEngine extends NamedEngine {
  readonly maskedInputs: readonly string[]
}

/** A call refused although its engine is known: it has no version to run. */
export class RefusedExecution extends CallError {
  readonly engine: RefusedEngine

  constructor({ code, message, errors }: CallError, engine: RefusedEngine) {
    super(code, message, errors)
    this.engine = engine
  }
}
