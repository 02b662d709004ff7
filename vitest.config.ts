import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/testing/longest-first.ts'
import { RunSummary } from './tools/testing/run-summary.ts'

/** One more than there are cores: a third of the time of tests is waiting. More than four share one database badly. */
const maxWorkers = Math.min(availableParallelism() + 1, 4)

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'e2e/vitest.config.ts', 'tools/vitest.config.ts'],
    maxWorkers,
    // Programs that tests start again and again need not be compiled again.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '.cache/compile') },
    reporters: ['default', new RunSummary()],
    sequence: { sequencer: LongestFirst },
  },
})
