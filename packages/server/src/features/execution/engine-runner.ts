import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import type { Logger } from 'pino'
import { openThreadPool, TaskStopped, type ThreadPool } from '../../platform/sandbox/thread-pool.ts'
import { type BatchRunner, batchRunner } from './batch-runner.ts'
import type { EngineTask, EngineTaskResult, ThreadResult, ThreadTask } from './engine-task.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import { openEngine, type OpenedEngine } from './open-engine.ts'
import { type RecordOptions, recordComputer } from './run-records.ts'
import { stoppedCall } from './stopped-call.ts'

export interface RunOrder {
  readonly records: readonly EngineInputs[]
  readonly options: RecordOptions
  readonly also?: EngineTask['also']
  /** Whose it is: engines of one tenant never hold all threads. */
  readonly owner: string
}

/** Runs engines within their limits: short ones here, all others in threads that can be stopped. */
export interface EngineRunner {
  run(engine: LoadedEngine, order: RunOrder): Promise<EngineTaskResult>
  readonly runBatch: BatchRunner
  close(): Promise<void>
}

/** What a run may do here. One that needs more starts again in a thread. */
const inlineLimits = { steps: 2_000_000, memory: 64 * 1024 * 1024 }
/** A calculation that no thread was free for in this time is refused. */
const longestWaitMs = 30_000
/** Between a thread being asked to end and being ended. */
const graceMs = 500

export function openEngineRunner(
  limits: { readonly seconds: number; readonly megabytes: number; readonly threads: number },
  log: Logger,
): EngineRunner {
  const millis = limits.seconds * 1000
  const pool: ThreadPool<ThreadTask, ThreadResult> = openThreadPool({
    script: new URL('./engine-thread.ts', import.meta.url),
    threads: limits.threads,
    memoryMegabytes: limits.megabytes,
    mostWaiting: 1000,
  })
  const opened = new WeakMap<LoadedEngine, Promise<OpenedEngine>>()

  const openedHere = (engine: LoadedEngine): Promise<OpenedEngine> => {
    const present = opened.get(engine)
    if (present !== undefined) return present
    const opening = openEngine(engine.content, inlineLimits)
    opened.set(engine, opening)
    return opening
  }

  /** Undefined when the run turned out not to be short. */
  const runHere = async (engine: LoadedEngine, { records, options, also }: RunOrder) => {
    const here = await openedHere(engine)
    const results = records.map(recordComputer(here.engine, options))
    if (results.some(({ ended }) => ended === 'steps')) return undefined
    return { results, ...(also === 'validations' ? { validations: here.validations() } : {}) }
  }

  const runInThread = async (engine: LoadedEngine, { records, options, also, owner }: RunOrder) => {
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

  /** A calculation fails by itself alone when something is wrong with the product. */
  const logFailure = (engine: LoadedEngine, { correlationId }: RecordOptions, failure: string | undefined): void => {
    if (failure !== undefined) log.error({ correlationId, engine: engine.key, failure }, 'A calculation failed')
  }

  return {
    run: async (engine, order) => {
      const here = engine.isShort && order.also !== 'trace' ? await runHere(engine, order) : undefined
      const done = here ?? (await runInThread(engine, order))
      for (const { failure } of done.results) logFailure(engine, order.options, failure)
      return done
    },
    runBatch: async (engine, order) => {
      const texts = await runBatch(engine, order)
      for (const { failures } of texts) for (const failure of failures) logFailure(engine, order.options, failure)
      return texts
    },
    close: () => pool.close(),
  }
}
