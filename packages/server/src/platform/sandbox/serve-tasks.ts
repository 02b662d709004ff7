import { parentPort } from 'node:worker_threads'

/** A message to a thread: the task, the resources it does not hold yet, and those to drop. */
export interface ThreadOrder<Task> {
  readonly task: Task
  readonly resources: readonly (readonly [key: string, content: unknown])[]
  readonly dropped: readonly string[]
}

export type ThreadAnswer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly message: string }

/** The resources a thread holds, as `open` made them from their contents. */
export interface Held<Opened> {
  /** Undefined for a key that is not among the task's resources. */
  get(key: string): Promise<Opened> | Opened | undefined
}

/** The work of a thread: how it opens received contents, and how it runs a task with them. */
export interface ThreadWork<Task, Content, Opened, Result> {
  readonly open: (content: Content) => Promise<Opened> | Opened
  readonly work: (task: Task, held: Held<Opened>) => Promise<Result> | Result
}

/** The main loop of a pool's thread: one task after the other. */
export function serveTasks<Task, Content, Opened, Result>({
  open,
  work,
}: ThreadWork<Task, Content, Opened, Result>): void {
  const port = parentPort
  if (port === null) throw new Error('This script runs in a thread only')
  const contents = new Map<string, Content>()
  const opened = new Map<string, Promise<Opened> | Opened>()
  const held: Held<Opened> = {
    get: (key) => {
      const present = opened.get(key)
      if (present !== undefined) return present
      const content = contents.get(key)
      if (content === undefined) return undefined
      const made = open(content)
      opened.set(key, made)
      contents.delete(key)
      return made
    },
  }
  port.on('message', (order: ThreadOrder<Task>) => {
    for (const key of order.dropped) {
      contents.delete(key)
      opened.delete(key)
    }
    for (const [key, content] of order.resources) contents.set(key, content as Content)
    void answer(order.task)
  })

  port.postMessage('started')

  async function answer(task: Task): Promise<void> {
    try {
      port?.postMessage({ ok: true, result: await work(task, held) } satisfies ThreadAnswer<Result>)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      port?.postMessage({ ok: false, message } satisfies ThreadAnswer<Result>)
    }
  }
}
