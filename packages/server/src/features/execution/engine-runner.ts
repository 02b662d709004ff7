import { setImmediate as turn } from 'node:timers/promises'
import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { openThreadPool, TaskStopped, type ThreadPool } from '../../platform/sandbox/thread-pool.ts'
import type { EngineTask, EngineTaskResult } from './engine-task.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import { openEngine, type OpenedEngine } from './open-engine.ts'
import { type RecordOptions, RecordRun } from './run-records.ts'

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
  close(): Promise<void>
}

/** What a run may do here. One that needs more starts again in a thread. */
const inlineLimits = { steps: 2_000_000, memory: 64 * 1024 * 1024 }
/** After so long a batch lets other requests have their turn. */
const turnMs = 6
/** A calculation that no thread was free for in this time is refused. */
const longestWaitMs = 30_000
/** Between a thread being asked to end and being ended. */
const graceMs = 500

export function openEngineRunner(limits: {
  readonly seconds: number
  readonly megabytes: number
  readonly threads: number
}): EngineRunner {
  const millis = limits.seconds * 1000
  const pool: ThreadPool<EngineTask, EngineTaskResult> = openThreadPool({
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
    const run = new RecordRun(here.engine, records, options)
    while (!run.advance(performance.now() + turnMs)) await turn()
    if (run.results.some(({ ended }) => ended === 'steps')) return undefined
    return { results: run.results, ...(also === 'validations' ? { validations: here.validations() } : {}) }
  }

  const runInThread = async (engine: LoadedEngine, { records, options, also, owner }: RunOrder) => {
    const task: EngineTask = { engine: engine.key, records, options, millis, ...(also === undefined ? {} : { also }) }
    try {
      return await pool.run(task, {
        owner,
        millis: millis + graceMs,
        waitMillis: longestWaitMs,
        resources: [{ key: engine.key, content: () => engine.content }],
      })
    } catch (error) {
      if (error instanceof TaskStopped) throw stoppedCall(error)
      throw error
    }
  }

  return {
    run: async (engine, order) => {
      const done = engine.isShort && order.also !== 'trace' ? await runHere(engine, order) : undefined
      return done ?? (await runInThread(engine, order))
    },
    close: () => pool.close(),
  }
}

function stoppedCall({ reason, message }: TaskStopped): Error {
  switch (reason) {
    case 'time':
    case 'memory':
      return new CallError('CALCULATION_LIMIT_EXCEEDED', message)
    case 'busy':
    case 'closing':
      return new CallError('SERVICE_UNAVAILABLE', message, undefined, 5)
    case 'crash':
      return new Error(message)
    default:
      return reason satisfies never
  }
}
