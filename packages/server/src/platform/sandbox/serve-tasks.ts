import { parentPort } from 'node:worker_threads'

/** What a thread is told: the task, what it does not hold yet, and what it shall no longer hold. */
export interface ThreadOrder<Task> {
  readonly task: Task
  readonly resources: readonly (readonly [key: string, content: unknown])[]
  readonly dropped: readonly string[]
}

export type ThreadAnswer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly message: string }

/** What a thread holds of the resources it was sent, as `open` made it of their contents. */
export interface Held<Opened> {
  /** Undefined for a key that the task did not name among its resources. */
  get(key: string): Promise<Opened> | Opened | undefined
}

/** What a thread does: how it opens the contents it is sent, and how it works on a task with them. */
export interface ThreadWork<Task, Content, Opened, Result> {
  readonly open: (content: Content) => Promise<Opened> | Opened
  readonly work: (task: Task, held: Held<Opened>) => Promise<Result> | Result
}

/** The whole life of a thread of a pool: one task after the other. */
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
