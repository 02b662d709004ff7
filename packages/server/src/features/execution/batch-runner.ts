import { availableParallelism } from 'node:os'
import { mostRecords } from '@sheetwright/contract/execution/batch-request.ts'
import type { EngineInputs, Message } from '@sheetwright/runtime/engine/call.ts'
import type { Soon } from '../../platform/caches/fresh-cache.ts'
import { receivedJson } from '../../platform/http/received-json.ts'
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
  /** Added to every record's own warnings. */
  readonly warning: Message | undefined
  /** The tenant: its engines never occupy all threads. */
  readonly owner: string
}

interface BatchRunnerOptions {
  readonly pool: ThreadPool<ThreadTask, ThreadResult>
  readonly threads: number
  /** How long a whole batch may compute; time spent waiting for threads does not count. */
  readonly millis: number
  /** How long a batch waits for a thread. */
  readonly waitMillis: number
  /** Undefined if the engine is not to run on the main thread now. */
  readonly openedHere: (engine: LoadedEngine) => Soon<OpenedEngine> | undefined
}

/** Computes the records of a batch; returns their results in order. */
export type BatchRunner = (engine: LoadedEngine, order: BatchOrder) => Promise<readonly SliceTexts[]>

/** A batch that is expected to take no longer than this is computed on the main thread. */
const hereMicros = 3_000
/** After this time a batch leaves the main thread, whatever was expected. */
const hereMs = 5
/** The most threads that one batch may lose; then its remaining records are refused. */
const mostLost = 8
const mostLostInAll = mostLost + 3
/** Extra time for opening, reading, writing, and computing lost records again. */
const besideMs = 5_000

/** The progress of a batch. */
interface BatchState {
  /** Index of the next part. */
  next: number
  /** Number of threads it has lost. */
  lost: number
  records: number
}

/** Thrown if the body was cut in the wrong places; no thread retries that. */
class WrongParts extends Error {
  readonly records: UnreadableRecords

  constructor(records: UnreadableRecords) {
    super(records.message)
    this.records = records
  }
}

/**
 * Computes batches in threads, in parts: a slow part yields to others and continues later, and a record that kills its
 * thread loses only its own result. Only very short batches are computed on the main thread.
 */
export function batchRunner(settings: BatchRunnerOptions): BatchRunner {
  const parallel = Math.max(1, Math.min(settings.threads - 1, availableParallelism()))

  return async (engine, order) => {
    const { inputs } = order
    if (inputs.kind === 'text') return await fromText(engine, order, inputs)
    const { records } = inputs
    const isShort = engine.isShort && records.length * engine.evalMicros <= hereMicros
    const here = isShort ? await settings.openedHere(engine) : undefined
    const done = here && computeHere(here, order, records)
    const left = records.slice(done?.count ?? 0)
    return [...(done ? [done] : []), ...(await inThreads(engine, order, chunksOf(left, parallel)))]
  }

  function computeHere(
    { engine }: OpenedEngine,
    { options, warning }: BatchOrder,
    records: readonly EngineInputs[],
  ): SliceTexts {
    const compute = recordComputer(engine, options)
    const texts = new RecordTexts(warning)
    const pauseAt = performance.now() + hereMs
    for (const record of records) {
      const result = compute(record)
      // It exceeds the limits of the main thread.
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
        // The batch has failed, so skip its other parts.
        state.next = sources.length
        throw error
      }
    }
    await Promise.all(Array.from({ length: Math.min(parallel, sources.length) }, work))
    return results.flat()
  }

  /** Runs threads until all records of a source have a result. */
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

/** Splits records into this many lists of about the same length, as text. */
function chunksOf(records: readonly EngineInputs[], most: number): RecordSource[] {
  const size = Math.max(1, Math.ceil(records.length / most))
  const count = Math.ceil(records.length / size)
  return Array.from({ length: count }, (_, i) => {
    const chunk = records.slice(i * size, (i + 1) * size)
    return { kind: 'part', text: receivedJson(chunk).slice(1, -1), headings: undefined }
  })
}
