import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ThreadAnswer, ThreadOrder, ThreadSetup } from './compute-thread.ts'
import type { BlockResults, RecordBlock } from '@sheetwright/compiler/portfolio.ts'

/** Blocks queued at each thread, so that it never idles. Reading pauses when the queues are full. */
const ahead = 2

/** Short-lived values fill a larger space without being freed, once for each thread. */
const maxYoungGenerationSizeMb = 48

/** Threads that compute blocks of records. */
export class ComputePool {
  private readonly workers: Worker[] = []
  private readonly waiting = new Map<
    number,
    { readonly resolve: (results: BlockResults) => void; readonly reject: (reason: Error) => void }
  >()
  private next = 0
  private failed: Error | undefined

  private readonly main: string
  private readonly setup: ThreadSetup
  private readonly threads: number

  constructor(main: string, setup: ThreadSetup, threads: number) {
    this.main = main
    this.setup = setup
    this.threads = threads
  }

  static threads(asked: number | undefined): number {
    return Math.max(1, asked ?? availableParallelism())
  }

  /** Maximum number of blocks in flight. */
  get room(): number {
    return this.threads * ahead
  }

  compute(block: RecordBlock): Promise<BlockResults> {
    const no = this.next++
    const answer = new Promise<BlockResults>((resolve, reject) => {
      if (this.failed !== undefined) reject(this.failed)
      else this.waiting.set(no, { resolve, reject })
    })
    // Results are awaited in order: an early failure is reported when its turn comes.
    answer.catch(() => undefined)
    this.worker(no % this.threads).postMessage({ no, block } satisfies ThreadOrder, [])
    return answer
  }

  /** Threads start on demand: a short portfolio needs only one. */
  private worker(place: number): Worker {
    const known = this.workers[place]
    if (known !== undefined) return known
    const worker = new Worker(this.main, { workerData: this.setup, resourceLimits: { maxYoungGenerationSizeMb } })
    worker.on('message', ({ no, results }: ThreadAnswer) => {
      this.waiting.get(no)?.resolve(results)
      this.waiting.delete(no)
    })
    worker.on('error', (reason) => this.fail(reason instanceof Error ? reason : new Error(String(reason))))
    worker.on('exit', (code) => {
      if (code !== 0) this.fail(new Error(`A computing thread ended with ${code}.`))
    })
    this.workers[place] = worker
    return worker
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.removeAllListeners('exit').terminate()))
  }

  private fail(reason: Error): void {
    this.failed = reason
    for (const { reject } of this.waiting.values()) reject(reason)
    this.waiting.clear()
  }
}
