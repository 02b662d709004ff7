/**
 * Reads damaged workbooks and writes values into them: none may crash, hang or use up the memory.
 *
 *   node fuzz/read.ts [--seed 1] [--cases 10000] [--folder workbooks] [--case 123 --keep case.bin]
 */
import { parseArgs } from 'node:util'
import type { WorkerTask } from './read-worker.ts'
import { watchWorker } from './watch-worker.ts'

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
watchWorker(new URL('./read-worker.ts', import.meta.url), task)
