/**
 * Parses, prints and computes damaged formulas: none may crash, hang or use up the memory, and what parses prints as a
 * formula that parses to the same.
 *
 *   node fuzz/formulas.ts [--seed 1] [--cases 10000] [--case 123]
 */
import { parseArgs } from 'node:util'
import type { FormulaTask } from './formulas-worker.ts'
import { watchWorker } from './watch-worker.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '10000' },
    case: { type: 'string' },
  },
})

const task: FormulaTask = {
  seed: Number(values.seed),
  first: Number(values.case ?? 0),
  cases: values.case === undefined ? Number(values.cases) : 1,
}
watchWorker(new URL('./formulas-worker.ts', import.meta.url), task)
