import type { ChildMessage } from './child-messages.ts'

type Work<I> = (input: I, progress: (percent: number, note: string) => void) => Promise<unknown>

type Answer<I> = (input: I) => Promise<unknown>

/** The other end of `runInChild`, called by the child's module: takes one input, answers, ends. */
export function serveParent<I>(work: Work<I>): void {
  process.once('message', (input) => {
    void work(input as I, (percent, note) => tell({ kind: 'progress', percent, note }))
      .then((result) => tell({ kind: 'done', result }))
      .catch((error: unknown) => tell(failureOf(error)))
      .finally(() => process.disconnect())
  })
}

/** The other end of `KeptChild`: answers one request after the other, until the parent ends it or is gone. */
export function serveParentOften<I>(answer: Answer<I>): void {
  process.on('message', (input) => {
    void answer(input as I)
      .then((result) => tell({ kind: 'done', result }))
      .catch((error: unknown) => tell(failureOf(error)))
  })
  process.once('disconnect', () => process.exit())
}

/** A refused allocation is a catchable error, if the runtime does not abort. */
function failureOf(error: unknown): ChildMessage {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const isMemory = error instanceof RangeError && /allocation failed|array length|string length/i.test(error.message)
  return isMemory ? { kind: 'out of memory' } : { kind: 'failed', message: text.slice(0, 10_000) }
}

function tell(message: ChildMessage): void {
  process.send?.(message)
}
