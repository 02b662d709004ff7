import path from 'node:path'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { Logger } from 'pino'
import type { Soon } from '../../platform/caches/fresh-cache.ts'
import { openThreadPool, TaskStopped, type ThreadPool } from '../../platform/sandbox/thread-pool.ts'
import { type BatchRunner, batchRunner } from './batch-runner.ts'
import { EnginesHere } from './engines-here.ts'
import type { EngineTask, EngineTaskResult, ThreadResult, ThreadTask } from './engine-task.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import type { OpenedEngine } from './open-engine.ts'
import { type RecordOptions, recordComputer } from './run-records.ts'
import { stoppedCall } from './stopped-call.ts'

/** Records to compute. */
export interface RecordsOrder {
  readonly records: readonly EngineInputs[]
  readonly options: RecordOptions
  readonly also?: EngineTask['also']
}

export interface RunOrder extends RecordsOrder {
  /** The tenant: its engines never occupy all threads. */
  readonly owner: string
}

/** Runs engines within their limits: short ones on the main thread, all others in threads that can be terminated. */
export interface EngineRunner {
  run(engine: LoadedEngine, order: RecordsOrder, owner: string): Soon<EngineTaskResult>
  readonly runBatch: BatchRunner
  close(): Promise<void>
}

/** Limits of a run on the main thread. A run that needs more starts again in a thread. */
const inlineLimits = { steps: 2_000_000, memory: 64 * 1024 * 1024 }
/** A calculation that waits longer for a thread is refused. */
const longestWaitMs = 30_000
/** Time between asking a thread to end and terminating it. */
const graceMs = 500

export function openEngineRunner(
  limits: { readonly seconds: number; readonly megabytes: number; readonly threads: number },
  log: Logger,
): EngineRunner {
  const millis = limits.seconds * 1000
  const pool: ThreadPool<ThreadTask, ThreadResult> = openThreadPool({
    module: path.join(import.meta.dirname, 'engine-thread.ts'),
    threads: limits.threads,
    memoryMegabytes: limits.megabytes,
    mostWaiting: 1000,
  })
  const enginesHere = new EnginesHere(inlineLimits)
  const openedHere = (engine: LoadedEngine) => enginesHere.get(engine)

  /** Undefined if the run turned out not to be short. */
  const runHere = (
    { engine, validations }: OpenedEngine,
    { records, options, also }: RecordsOrder,
  ): EngineTaskResult | undefined => {
    const results = records.map(recordComputer(engine, options))
    if (results.some(({ ended }) => ended === 'steps')) return undefined
    return also === 'validations' ? { results, validations: validations() } : { results }
  }

  const runInThread = async (engine: LoadedEngine, { records, options, also }: RecordsOrder, owner: string) => {
    const what = { engine: engine.key, records, options, millis }
    const task: EngineTask = { kind: 'records', ...what, ...(also === undefined ? {} : { also }) }
    try {
      const done = await pool.run(task, {
        owner,
        millis: millis + graceMs,
        waitMillis: longestWaitMs,
        resources: [{ key: engine.key, content: () => engine.content }],
      })
      if (done.kind !== 'records') throw new Error('A thread answered something else than it was asked for')
      return done
    } catch (error) {
      if (error instanceof TaskStopped) throw stoppedCall(error)
      throw error
    }
  }

  const runBatch = batchRunner({ pool, threads: limits.threads, millis, waitMillis: longestWaitMs, openedHere })

  /** A calculation has a failure only if the product has a bug. */
  const logFailure = (engine: LoadedEngine, { correlationId }: RecordOptions, failure: string | undefined): void => {
    if (failure !== undefined) log.error({ correlationId, engine: engine.key, failure }, 'A calculation failed')
  }

  const logged = (engine: LoadedEngine, { options }: RecordsOrder, done: EngineTaskResult) => {
    for (const { failure } of done.results) logFailure(engine, options, failure)
    return done
  }

  const runLater = async (
    engine: LoadedEngine,
    order: RecordsOrder,
    owner: string,
    here: Soon<OpenedEngine> | undefined,
  ): Promise<EngineTaskResult> => {
    const short = here instanceof Promise ? runHere(await here, order) : undefined
    return logged(engine, order, short ?? (await runInThread(engine, order, owner)))
  }

  return {
    run: (engine, order, owner) => {
      const here = engine.isShort && order.also !== 'trace' ? openedHere(engine) : undefined
      // Most calculations end here, without waiting.
      if (here !== undefined && !(here instanceof Promise)) {
        const done = runHere(here, order)
        if (done !== undefined) return logged(engine, order, done)
      }
      return runLater(engine, order, owner, here)
    },
    runBatch: async (engine, order) => {
      const texts = await runBatch(engine, order)
      for (const { failures } of texts) for (const failure of failures) logFailure(engine, order.options, failure)
      return texts
    },
    close: () => pool.close(),
  }
}
