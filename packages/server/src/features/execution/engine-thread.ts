import { serveTasks } from '../../platform/sandbox/serve-tasks.ts'
import type { EngineContent } from './engine-content.ts'
import type { EngineTask, EngineTaskResult } from './engine-task.ts'
import { openEngine, type OpenedEngine } from './open-engine.ts'
import { RecordRun } from './run-records.ts'

/** The thread that computes engines: what runs here can be stopped at any moment without harm to anybody else. */
const limits = { steps: 20_000_000_000, memory: 1024 * 1024 * 1024 }

serveTasks<EngineTask, EngineContent, OpenedEngine, EngineTaskResult>({
  open: (content) => openEngine(content, limits),
  work: async (task, held) => {
    const opened = await held.get(task.engine)
    if (opened === undefined) throw new Error('The engine was not handed to the thread')
    const run = new RecordRun(opened.engine, task.records, task.options, performance.now() + task.millis)
    run.advance()
    return {
      results: run.results,
      ...(task.also === 'validations' ? { validations: opened.validations() } : {}),
      ...(task.also === 'trace' ? { trace: opened.trace() } : {}),
    }
  },
})
