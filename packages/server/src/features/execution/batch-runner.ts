import { availableParallelism } from 'node:os'
import { mostRecords } from '@sheetwright/contract/execution/batch-request.ts'
import type { EngineInputs, Message } from '@sheetwright/runtime/engine/engine.ts'
import type { Soon } from '../../platform/caches/fresh-cache.ts'
import { TaskStopped, type ThreadPool } from '../../platform/sandbox/thread-pool.ts'
import { type BatchInputs, tooMany, unreadable } from './batch-inputs.ts'
import { notBegun, type SliceOrder, type SliceResult, type UnreadableRecords } from './compute-slice.ts'
import type { ThreadResult, ThreadTask } from './engine-task.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import type { OpenedEngine } from './open-engine.ts'
import type { RecordSource } from './read-records.ts'
import { RecordTexts, type SliceTexts } from './record-texts.ts'
import { type RecordOptions, recordComputer } from './run-records.ts'
import { stoppedCall } from './stopped-call.ts'

export interface BatchOrder {
  readonly inputs: BatchInputs
  readonly options: RecordOptions
  /** Said with every record beside its own warnings. */
  readonly warning: Message | undefined
  /** Whose it is: engines of one tenant never hold all threads. */
  readonly owner: string
}

interface BatchRunnerOptions {
  readonly pool: ThreadPool<ThreadTask, ThreadResult>
  readonly threads: number
  /** How long a whole batch may compute; what it waits for threads is not counted. */
  readonly millis: number
  /** How long one waits for a thread. */
  readonly waitMillis: number
  readonly openedHere: (engine: LoadedEngine) => Soon<OpenedEngine>
}

/** Computes the records of a batch; gives what they gave in their order. */
export type BatchRunner = (engine: LoadedEngine, order: BatchOrder) => Promise<readonly SliceTexts[]>

/** A batch that takes no longer than this, as far as is known, is computed where the request is answered. */
const hereMicros = 3_000
/** And after so long it is not computed there any more, whatever was known. */
const hereMs = 5
/** So many threads may be lost to one batch; then none of its records is computed any more, and it must end. */
const mostLost = 8
const mostLostInAll = mostLost + 3
/** What opening, reading, writing, and computing once more what was lost may take beside computing. */
const besideMs = 5_000

/** What has become of a batch so far. */
interface BatchState {
  /** The part that comes next. */
  next: number
  /** Threads that it cost. */
  lost: number
  records: number
}

/** What no thread is to be asked for again: the body was cut at the wrong places. */
class WrongParts extends Error {
  readonly records: UnreadableRecords

  constructor(records: UnreadableRecords) {
    super(records.message)
    this.records = records
  }
}

/**
 * Batches are computed in threads, in parts: a part that takes long gives way to others and goes on later, and a record
 * that ends its thread costs its own result and no other. Only what is over in a moment is computed here.
 */
export function batchRunner(settings: BatchRunnerOptions): BatchRunner {
  const parallel = Math.max(1, Math.min(settings.threads - 1, availableParallelism()))

  return async (engine, order) => {
    const { inputs } = order
    if (inputs.kind === 'text') return await fromText(engine, order, inputs)
    const { records } = inputs
    const isShort = engine.isShort && records.length * engine.evalMicros <= hereMicros
    const done = isShort ? await computeHere(engine, order, records) : undefined
    const left = records.slice(done?.count ?? 0)
    return [...(done ? [done] : []), ...(await inThreads(engine, order, chunksOf(left, parallel)))]
  }

  async function computeHere(
    engine: LoadedEngine,
    { options, warning }: BatchOrder,
    records: readonly EngineInputs[],
  ): Promise<SliceTexts> {
    const { engine: here } = await settings.openedHere(engine)
    const compute = recordComputer(here, options)
    const texts = new RecordTexts(warning)
    const pauseAt = performance.now() + hereMs
    for (const record of records) {
      const result = compute(record)
      // It needs more than it may have here.
      if (result.ended !== undefined) break
      texts.add(result)
      if (performance.now() > pauseAt) break
    }
    return texts.end()
  }

  async function fromText(
    engine: LoadedEngine,
    order: BatchOrder,
    { parts, whole }: BatchInputs & { readonly kind: 'text' },
  ): Promise<SliceTexts[]> {
    try {
      return await inThreads(engine, order, parts)
    } catch (error) {
      if (!(error instanceof WrongParts)) throw error
    }
    try {
      return await inThreads(engine, order, [whole])
    } catch (error) {
      throw error instanceof WrongParts ? unreadable(error.records) : error
    }
  }

  async function inThreads(
    engine: LoadedEngine,
    order: BatchOrder,
    sources: readonly RecordSource[],
  ): Promise<SliceTexts[]> {
    const results: SliceTexts[][] = sources.map(() => [])
    const state: BatchState = { next: 0, lost: 0, records: 0 }
    const work = async (): Promise<void> => {
      const clock = { spent: 0 }
      try {
        for (let i = state.next++; i < sources.length; i = state.next++) {
          results[i] = await computeSource(engine, order, sources[i] as RecordSource, state, clock)
        }
      } catch (error) {
        // Nobody waits for the others any more.
        state.next = sources.length
        throw error
      }
    }
    await Promise.all(Array.from({ length: Math.min(parallel, sources.length) }, work))
    return results.flat()
  }

  /** Asks threads until all records of a source have a result. */
  async function computeSource(
    engine: LoadedEngine,
    { options, warning, owner }: BatchOrder,
    source: RecordSource,
    state: BatchState,
    clock: { spent: number },
  ): Promise<SliceTexts[]> {
    const done: SliceResult[] = []
    const refused: [number, string][] = []
    let from = 0
    let known = 0
    for (;;) {
      const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(notBegun)
      const order = {
        source,
        from,
        refused,
        refuseAll: state.lost > mostLost ? lostTooMany : undefined,
        options,
        warning,
        millis: Math.max(0, settings.millis - clock.spent),
        late: `Not computed: the batch took longer than ${settings.millis / 1000} s`,
        known,
        progress,
      }
      const result = await ask(engine, owner, order, clock)
      if (result instanceof TaskStopped) {
        const culprit = Atomics.load(progress, 0)
        if (++state.lost > mostLostInAll || culprit === notBegun) throw stoppedCall(result)
        refused.push([culprit, result.message])
        known = culprit
        continue
      }
      if (from === 0) state.records += result.total
      if (state.records > mostRecords) throw tooMany()
      done.push(result)
      from += result.count
      if (from >= result.total) return done
    }
  }

  async function ask(
    engine: LoadedEngine,
    owner: string,
    slice: SliceOrder,
    clock: { spent: number },
  ): Promise<SliceResult | TaskStopped> {
    let begun: number | undefined
    const result = await settings.pool
      .run(
        { kind: 'slice', engine: engine.key, ...slice },
        {
          owner,
          millis: slice.millis + besideMs,
          waitMillis: settings.waitMillis,
          resources: [{ key: engine.key, content: () => engine.content }],
          onStart: () => {
            begun = performance.now()
          },
        },
      )
      .catch((error: unknown) => {
        if (!(error instanceof TaskStopped)) throw error
        if (error.reason === 'busy' || error.reason === 'closing') throw stoppedCall(error)
        return error
      })
    if (result instanceof TaskStopped) {
      if (begun !== undefined) clock.spent += performance.now() - begun
      return result
    }
    if (result.kind === 'unreadable') throw new WrongParts(result)
    if (result.kind !== 'slice') throw new Error('A thread answered something else than it was asked for')
    clock.spent += result.millis
    return result
  }
}

const lostTooMany = 'Not computed: too many other records of the batch had to be stopped'

/** So many lists of records of about the same length, as texts. */
function chunksOf(records: readonly EngineInputs[], most: number): RecordSource[] {
  const size = Math.max(1, Math.ceil(records.length / most))
  const count = Math.ceil(records.length / size)
  return Array.from({ length: count }, (_, i) => {
    const chunk = records.slice(i * size, (i + 1) * size)
    return { kind: 'part', text: JSON.stringify(chunk).slice(1, -1), headings: undefined }
  })
}
