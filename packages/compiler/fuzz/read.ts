/**
 * Reads damaged workbooks and writes values into them: none may crash, hang or use up the memory.
 *
 *   node fuzz/read.ts [--seed 1] [--cases 10000] [--folder workbooks] [--case 123 --keep case.bin]
 */
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { WorkerMessage, WorkerTask } from './read-worker.ts'

/** A case that takes longer has hung: the samples are small. */
const HANG_MS = 30_000
const MEMORY_MB = 1024

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '10000' },
    case: { type: 'string' },
    folder: { type: 'string' },
    keep: { type: 'string' },
  },
})

const task: WorkerTask = {
  seed: Number(values.seed),
  first: Number(values.case ?? 0),
  cases: values.case === undefined ? Number(values.cases) : 1,
  folder: values.folder,
  keep: values.keep,
}

const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
  workerData: task,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
})

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
    const mb = Math.round(peak / 1_000_000)
    say(
      `${task.cases} cases, seed ${task.seed}: ${message.readable} still readable, ${failures} failures, ${mb} MB at most`,
    )
    say(JSON.stringify(message.codes))
    finish(failures > 0 ? `${failures} cases failed` : undefined)
  }
})
worker.on('error', (error) => finish(`case ${current} ended the worker: ${error.message}`))

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function finish(problem: string | undefined): void {
  clearInterval(watch)
  if (problem !== undefined) say(problem)
  process.exitCode = problem === undefined ? 0 : 1
  void worker.terminate()
}
