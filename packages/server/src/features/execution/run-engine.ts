import type { Execution } from './execution.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { RecordsOrder } from './engine-runner.ts'
import type { EngineTaskResult } from './engine-task.ts'
import { runConnector } from './connector.ts'
import type { LoadedEngine } from './loaded-engines.ts'

/** What records are computed with. */
export interface EngineOrder extends RecordsOrder {
  /** As the caller gave it: a connector chooses a version by it too. */
  readonly transactionDate?: string | null | undefined
}

export interface EngineRun extends EngineTaskResult {
  readonly engine: LoadedEngine
}

/** Runs a version of an engine on records, whatever its type. Everything in the product that calculates goes through here. */
export async function runEngine(
  execution: Execution,
  tenantId: string,
  version: RunnableVersion,
  order: EngineOrder,
): Promise<EngineRun> {
  const found = execution.engines.get(tenantId, version)
  const engine = found instanceof Promise ? await found : found
  if (version.engineType === 'Type3') {
    return { ...(await execution.spreadsheets.run(engine, { ...order, owner: tenantId })), engine }
  }
  if (version.engineType === 'Type4') {
    return { results: await runConnector(execution.connector, version.connectorUrl, order), engine }
  }
  const done = execution.runner.run(engine, order, tenantId)
  return withEngine(done instanceof Promise ? await done : done, engine)
}

function withEngine({ results, validations, trace }: EngineTaskResult, engine: LoadedEngine): EngineRun {
  if (validations === undefined && trace === undefined) return { results, engine }
  return { results, engine, ...(validations && { validations }), ...(trace && { trace }) }
}
