import { Worker } from 'node:worker_threads'
import { bundledModule } from './bundled-module.ts'
import type { ThreadAnswer, ThreadOrder } from './serve-tasks.ts'

/** A large resource of tasks that a thread keeps: sent once, then referred to by its key. */
export interface Resource {
  /** The same key always stands for the same content. */
  readonly key: string
  readonly content: () => unknown
}

export interface TaskOptions {
  /** The owner of the task. One owner never holds all threads, so that others always get through. */
  readonly owner: string
  /** Maximum run time. */
  readonly millis: number
  /** Maximum waiting time before that. */
  readonly waitMillis: number
  readonly resources: readonly Resource[]
  /** Called when it begins to run. */
  readonly onStart?: () => void
}

/** Why a task has no result: its limits, or a pool that is too busy or closing. */
export type StopReason = 'time' | 'memory' | 'busy' | 'closing' | 'crash'

const texts: Record<StopReason, string> = {
  time: 'The calculation was stopped: it took longer than it may',
  memory: 'The calculation was stopped: it needed more memory than it may use',
  busy: 'Too many calculations are waiting',
  closing: 'The server is stopping',
  crash: 'The calculation was stopped: its thread ended unexpectedly',
}

export class TaskStopped extends Error {
  override readonly name = 'TaskStopped'
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(texts[reason])
    this.reason = reason
  }
}

/** A task threw: its thread goes on, and the caller gets the message. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed'
}

export interface ThreadPoolOptions {
  /** File of the threads' module; it calls `serveTasks`. */
  readonly module: string
  readonly threads: number
  /** Heap limit of one thread. The task itself must limit memory outside the heap (typed arrays). */
  readonly memoryMegabytes: number
  readonly mostWaiting: number
}

/** Runs tasks in threads. A task above its time or memory limit is stopped with its thread, which is replaced. */
export interface ThreadPool<Task, Result> {
  run(task: Task, options: TaskOptions): Promise<Result>
  /** Number of running and waiting tasks. */
  load(): { readonly running: number; readonly waiting: number }
  close(): Promise<void>
}

interface Order<Task, Result> {
  readonly task: Task
  readonly options: TaskOptions
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  timer: NodeJS.Timeout
  thread: Thread<Task, Result> | undefined
  isRunning: boolean
}

interface Thread<Task, Result> {
  readonly worker: Worker
  /** Keys of the thread's resources, the last used one at the end. */
  readonly held: Set<string>
  /** Resolves when the thread has started, which does not count as the task's time. */
  readonly started: Promise<void>
  order: Order<Task, Result> | undefined
}

/** Polling interval of a working thread's heap. */
const watchMs = 50
/**
 * Headroom of a heap above its limit before the runtime ends the thread itself: one very large allocation at that point
 * would end the whole process, so the watch has to come first.
 */
const spareMegabytes = 512
/** Room for new objects. By default threads take several times as much, which is slower: it exceeds processor caches. */
const youngMegabytes = 48

/** Maximum resources of a thread; above, it drops the least recently used one. */
const mostHeld = 32

export function openThreadPool<Task, Result>(settings: ThreadPoolOptions): ThreadPool<Task, Result> {
  const threads = new Set<Thread<Task, Result>>()
  const waiting: Order<Task, Result>[] = []
  let isStarting = false
  let isClosing = false

  /** Starts one thread at a time, for the task that waits longest. */
  const startOne = async (): Promise<void> => {
    isStarting = true
    // From the bundle a thread starts in a sixth of the time; if there is none, as on a full disk, from the sources.
    const file = await bundledModule(settings.module).catch(() => settings.module)
    isStarting = false
    if (isClosing) return
    start(file)
    next()
  }

  const start = (file: string): void => {
    const worker = new Worker(file, {
      resourceLimits: {
        maxOldGenerationSizeMb: settings.memoryMegabytes + spareMegabytes,
        maxYoungGenerationSizeMb: youngMegabytes,
        stackSizeMb: 4,
      },
    })
    const { promise: started, resolve } = Promise.withResolvers<void>()
    const thread: Thread<Task, Result> = { worker, held: new Set(), started, order: undefined }
    threads.add(thread)
    worker.on('message', (answer: ThreadAnswer<Result> | 'started') => {
      if (answer === 'started') resolve()
      else finish(thread, answer)
    })
    // An idle pool does not keep the process alive.
    worker.unref()
    worker.on('error', (error: Error & { code?: string }) => {
      lose(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash')
    })
    worker.on('exit', () => lose(thread, 'crash'))
  }

  const finish = (thread: Thread<Task, Result>, answer: ThreadAnswer<Result>): void => {
    const { order } = thread
    thread.order = undefined
    thread.worker.unref()
    if (order !== undefined) {
      clearTimeout(order.timer)
      if (answer.ok) order.resolve(answer.result)
      else order.reject(new TaskFailed(answer.message))
    }
    next()
  }

  const lose = (thread: Thread<Task, Result>, reason: StopReason): void => {
    if (!threads.delete(thread)) return
    const { order } = thread
    thread.order = undefined
    void thread.worker.terminate()
    if (order !== undefined) {
      clearTimeout(order.timer)
      order.reject(new TaskStopped(isClosing ? 'closing' : reason))
    }
    next()
  }

  const runningOf = (owner: string): number => {
    let count = 0
    for (const { order } of threads) if (order?.options.owner === owner) count++
    return count
  }

  const mayRun = ({ options }: Order<Task, Result>): boolean =>
    settings.threads === 1 || runningOf(options.owner) < settings.threads - 1

  const next = (): void => {
    if (isClosing) return
    for (let i = 0; i < waiting.length; ) {
      const order = waiting[i] as Order<Task, Result>
      if (!mayRun(order)) {
        i++
        continue
      }
      const thread = freeThread(order)
      if (thread === undefined) return
      waiting.splice(i, 1)
      void give(thread, order)
    }
  }

  /** A thread that holds the task's resources, else any free one. If there is none, one more is started if allowed. */
  const freeThread = ({ options }: Order<Task, Result>): Thread<Task, Result> | undefined => {
    let free: Thread<Task, Result> | undefined
    for (const thread of threads) {
      if (thread.order !== undefined) continue
      if (options.resources.every(({ key }) => thread.held.has(key))) return thread
      free ??= thread
    }
    if (free === undefined && !isStarting && threads.size < settings.threads) void startOne()
    return free
  }

  const give = async (thread: Thread<Task, Result>, order: Order<Task, Result>): Promise<void> => {
    thread.order = order
    order.thread = thread
    try {
      thread.worker.ref()
      const message = await orderFor(thread, order)
      await thread.started
      // The task may have timed out, or the thread ended, while the resources were fetched.
      if (thread.order !== order) return
      clearTimeout(order.timer)
      order.timer = setTimeout(() => outOfTime(order), order.options.millis)
      order.isRunning = true
      order.options.onStart?.()
      watchMemory(thread, order)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.worker.postMessage(message)
    } catch (error) {
      if (thread.order !== order) return
      thread.order = undefined
      clearTimeout(order.timer)
      order.reject(error instanceof Error ? error : new Error(String(error)))
      next()
    }
  }

  const orderFor = async (
    { held }: Thread<Task, Result>,
    { task, options }: Order<Task, Result>,
  ): Promise<ThreadOrder<Task>> => {
    const resources: [string, unknown][] = []
    for (const { key, content } of options.resources) {
      if (!held.has(key)) resources.push([key, await content()])
    }
    for (const { key } of options.resources) {
      held.delete(key)
      held.add(key)
    }
    const dropped: string[] = []
    for (const key of held) {
      if (held.size - dropped.length <= Math.max(mostHeld, options.resources.length)) break
      dropped.push(key)
    }
    for (const key of dropped) held.delete(key)
    return { task, resources, dropped }
  }

  /** Polls the heap of a thread while it works on a task. */
  const watchMemory = (thread: Thread<Task, Result>, order: Order<Task, Result>): void => {
    const watch = setInterval(() => {
      if (thread.order !== order) return clearInterval(watch)
      void endIfTooLarge(thread, order)
    }, watchMs)
    watch.unref()
  }

  const endIfTooLarge = async (thread: Thread<Task, Result>, order: Order<Task, Result>): Promise<void> => {
    // A thread that has ended in the meantime rejects.
    const heap = await thread.worker.getHeapStatistics().catch(() => undefined)
    const isTooLarge = heap !== undefined && heap.used_heap_size > settings.memoryMegabytes * 1024 * 1024
    if (isTooLarge && thread.order === order) lose(thread, 'memory')
  }

  const outOfTime = (order: Order<Task, Result>): void => {
    const { thread } = order
    const place = waiting.indexOf(order)
    if (place >= 0) waiting.splice(place, 1)
    if (thread?.order === order) lose(thread, order.isRunning ? 'time' : 'busy')
    else order.reject(new TaskStopped('busy'))
  }

  return {
    run: (task, options) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosing) return reject(new TaskStopped('closing'))
        if (waiting.length >= settings.mostWaiting) return reject(new TaskStopped('busy'))
        const order: Order<Task, Result> = {
          task,
          options,
          resolve,
          reject,
          timer: setTimeout(() => outOfTime(order), options.waitMillis),
          thread: undefined,
          isRunning: false,
        }
        waiting.push(order)
        next()
      }),
    load: () => ({
      running: [...threads].filter(({ order }) => order !== undefined).length,
      waiting: waiting.length,
    }),
    close: async () => {
      isClosing = true
      for (const order of waiting.splice(0)) {
        clearTimeout(order.timer)
        order.reject(new TaskStopped('closing'))
      }
      const all = [...threads]
      for (const thread of all) lose(thread, 'closing')
      await Promise.all(all.map(({ worker }) => worker.terminate()))
    },
  }
}
