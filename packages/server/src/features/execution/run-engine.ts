import type { Soon } from '../../platform/caches/fresh-cache.ts'
import type { Execution } from './execution.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { RecordsOrder } from './engine-runner.ts'
import type { EngineTaskResult } from './engine-task.ts'
import { runConnector } from './connector.ts'
import type { LoadedEngine } from './loaded-engines.ts'

/** The parameters of a run. */
export interface EngineOrder extends RecordsOrder {
  /** As the caller gave it: a connector also chooses a version by it. */
  readonly transactionDate?: string | null | undefined
}

export interface EngineRun extends EngineTaskResult {
  readonly engine: LoadedEngine
}

/**
 * Runs a version of an engine of any type on records. Every calculation of the product goes through here. Most runs are
 * short and finish synchronously.
 */
export function runEngine(
  execution: Execution,
  tenantId: string,
  version: RunnableVersion,
  order: EngineOrder,
): Soon<EngineRun> {
  const engine = execution.engines.get(tenantId, version)
  return engine instanceof Promise
    ? engine.then((loaded) => runLoaded(execution, tenantId, version, loaded, order))
    : runLoaded(execution, tenantId, version, engine, order)
}

function runLoaded(
  execution: Execution,
  tenantId: string,
  { engineType, connectorUrl }: RunnableVersion,
  engine: LoadedEngine,
  order: EngineOrder,
): Soon<EngineRun> {
  if (engineType === 'Type3') {
    return execution.spreadsheets.run(engine, { ...order, owner: tenantId }).then((done) => ({ ...done, engine }))
  }
  if (engineType === 'Type4') {
    return runConnector(execution.connector, connectorUrl, order).then((results) => ({ results, engine }))
  }
  const done = execution.runner.run(engine, order, tenantId)
  return done instanceof Promise ? done.then((later) => withEngine(later, engine)) : withEngine(done, engine)
}

function withEngine({ results, validations, trace }: EngineTaskResult, engine: LoadedEngine): EngineRun {
  if (validations === undefined && trace === undefined) return { results, engine }
  return { results, engine, ...(validations && { validations }), ...(trace && { trace }) }
}
