import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { BatchInputs } from '../../src/features/execution/batch-inputs.ts'
import { batchRunner } from '../../src/features/execution/batch-runner.ts'
import type { ThreadResult, ThreadTask } from '../../src/features/execution/engine-task.ts'
import type { LoadedEngine } from '../../src/features/execution/loaded-engines.ts'
import { openEngine } from '../../src/features/execution/open-engine.ts'
import { engines } from '../../src/platform/db/schema/engines.ts'
import { openThreadPool } from '../../src/platform/sandbox/thread-pool.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()
const pool = openThreadPool<ThreadTask, ThreadResult>({
  module: path.join(import.meta.dirname, '../../src/features/execution/engine-thread.ts'),
  threads: 2,
  memoryMegabytes: 512,
  mostWaiting: 100,
})

afterAll(() => pool.close())

async function premiumEngine(): Promise<LoadedEngine> {
  const { db, execution } = server().services
  const { tenantId, ...person } = await server().signIn()
  const { engineId } = await publishedEngine(server(), { tenantId, ...person }, premiumWorkbook())
  await db.inTenant(tenantId, (tx) => tx.q.update(engines).set({ isPublic: true }).where(eq(engines.id, engineId)))
  const target = { kind: 'id', engineId } as const
  const { version } = await execution.directory.choose(tenantId, { kind: 'anyone' }, target, {})
  return execution.engines.get(tenantId, version)
}

/** Runs a batch, and counts how often the main thread was asked to compute. */
async function run(engine: LoadedEngine, inputs: BatchInputs, stepsHere = 1_000_000) {
  const openedHere = vi.fn(({ content }: LoadedEngine) => openEngine(content, { steps: stepsHere, memory: 1e8 }))
  const runBatch = batchRunner({ pool, threads: 2, millis: 60_000, waitMillis: 60_000, openedHere })
  const options = { at: 0, seed: 1, correlationId: '', outputs: ['Premium'] }
  const texts = await runBatch(engine, { inputs, options, warning: undefined, owner: 'tenant' })
  const outputs = JSON.parse(
    `[${texts
      .map((slice) => slice.outputs)
      .filter(Boolean)
      .join(',')}]`,
  ) as unknown[]
  return { outputs, here: openedHere.mock.calls.length }
}

describe('a batch', () => {
  it('is computed where requests are answered only when that is over in a moment', async () => {
    const measured = await premiumEngine()
    const records = Array.from({ length: 50 }, (_, i) => ({ Sum: 1000 * i, Age: 50, Cover: 'Basic' }))
    const outputs = records.map(({ Sum }) => ({ Premium: Sum * 0.03 }))
    const few = { kind: 'read', records } as const
    const quick = { ...measured, isShort: true, evalMicros: 10 }
    expect(await run(quick, few)).toEqual({ outputs, here: 1 })
    // As many records of a slower engine.
    expect(await run({ ...quick, evalMicros: 100 }, few)).toEqual({ outputs, here: 0 })
    expect(await run({ ...quick, isShort: false }, few)).toEqual({ outputs, here: 0 })
    // Unparsed records are parsed in a thread.
    const part = { kind: 'part', text: JSON.stringify(records).slice(1, -1), headings: undefined } as const
    expect(await run(quick, { kind: 'text', parts: [part, part], whole: part })).toEqual({
      outputs: [...outputs, ...outputs],
      here: 0,
    })
    // A batch that takes longer than expected continues in a thread.
    expect(await run(quick, few, 1)).toEqual({ outputs, here: 1 })
  })
})
