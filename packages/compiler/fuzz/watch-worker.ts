import { Worker } from 'node:worker_threads'

/** What a fuzz worker says: which case it is at, so that a hang is noticed, what failed, and how it went in all. */
export type WorkerMessage =
  | { readonly kind: 'case'; readonly number: number; readonly name: string }
  | { readonly kind: 'failure'; readonly number: number; readonly name: string; readonly error: string }
  | { readonly kind: 'done'; readonly summary: string }

/** A case that takes longer has hung: the samples are small. */
const HANG_MS = 30_000
const MEMORY_MB = 1024

/** Runs a fuzz worker under a memory limit to its end; a failing, hanging or dying case makes the exit code 1. */
export function watchWorker(file: URL, task: object): void {
  const worker = new Worker(file, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  let current = 'start'
  let since = performance.now()
  let failures = 0
  let peak = 0

  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
    if (performance.now() - since > HANG_MS) finish(`case ${current} hangs`)
  }, 250)

  worker.on('message', (message: WorkerMessage) => {
    since = performance.now()
    if (message.kind === 'case') current = `${message.number} (${message.name})`
    else if (message.kind === 'failure') {
      failures++
      say(`case ${message.number} (${message.name}): ${message.error}`)
    } else {
      say(`${message.summary}; ${failures} failures, ${Math.round(peak / 1_000_000)} MB at most`)
      finish(failures > 0 ? `${failures} cases failed` : undefined)
    }
  })
  worker.on('error', (error) => finish(`case ${current} ended the worker: ${error.message}`))

  function finish(problem: string | undefined): void {
    clearInterval(watch)
    if (problem !== undefined) say(problem)
    process.exitCode = problem === undefined ? 0 : 1
    void worker.terminate()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
