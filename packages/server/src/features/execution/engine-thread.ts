import { serveTasks } from '../../platform/sandbox/serve-tasks.ts'
import { computeSlice } from './compute-slice.ts'
import type { EngineContent } from './engine-content.ts'
import type { ThreadResult, ThreadTask } from './engine-task.ts'
import { openEngine, type OpenedEngine } from './open-engine.ts'
import { recordComputer } from './run-records.ts'

/** Limits of the thread that computes engines: it can be terminated at any moment without affecting others. */
const limits = { steps: 20_000_000_000, memory: 1024 * 1024 * 1024 }

serveTasks<ThreadTask, EngineContent, OpenedEngine, ThreadResult>({
  open: (content) => openEngine(content, limits),
  work: async (task, held) => {
    const opened = await held.get(task.engine)
    if (opened === undefined) throw new Error('The engine was not handed to the thread')
    const { engine } = opened
    if (task.kind === 'slice') return computeSlice(engine, task)
    const results = task.records.map(recordComputer(engine, task.options, performance.now() + task.millis))
    return {
      kind: 'records',
      results,
      ...(task.also === 'validations' ? { validations: opened.validations() } : {}),
      ...(task.also === 'trace' ? { trace: opened.trace() } : {}),
    }
  },
})
