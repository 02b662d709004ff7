import { recordsHere } from './batch-inputs.ts'
import type { BatchOrder } from './batch-runner.ts'
import type { Execution } from './execution.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import type { SliceTexts } from './record-texts.ts'
import { takerFor } from './results-taker.ts'
import { runEngine } from './run-engine.ts'

/** The parameters of a batch. */
interface EngineBatch extends Omit<BatchOrder, 'owner'> {
  /** As the caller gave it: a connector also chooses a version by it. */
  readonly transactionDate?: string | null | undefined
}

/** Runs a version of an engine of any type on a batch. */
export async function runBatch(
  execution: Execution,
  tenantId: string,
  version: RunnableVersion,
  batch: EngineBatch,
): Promise<{ readonly engine: LoadedEngine; readonly texts: readonly SliceTexts[] }> {
  const { inputs, options, transactionDate, warning } = batch
  if (version.engineType === 'Type1' || version.engineType === 'Type2') {
    const engine = await execution.engines.get(tenantId, version)
    const texts = await execution.runner.runBatch(engine, { ...batch, owner: tenantId })
    return { engine, texts: texts.filter(({ count }) => count > 0) }
  }
  const records = recordsHere(inputs)
  const { engine, results } = await runEngine(execution, tenantId, version, { records, options, transactionDate })
  const texts = takerFor(inputs.kind === 'text' ? inputs.whole : undefined, warning)
  for (const [place, result] of results.entries()) texts.add(result, place)
  return { engine, texts: results.length === 0 ? [] : [texts.end()] }
}
