import { listTestResults } from '@sheetwright/contract/test-beds/list-test-results.ts'
import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jobDefinitions } from '../../src/background.ts'
import { defaultWorkerOptions, startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { partsOf } from '../../src/features/test-beds/test-run.store.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { ended, premiumTester, uploaded } from './support.ts'

const server = useTestServer()
/** Enough cases that the worker is killed before it finishes. */
const many = 30_000
const partCount = many / 3_000
const workers: Worker[] = []
const started: { worker: ServerProcess; person: SignedIn; testbedId: string }[] = []

beforeAll(async () => {
  const { person, engine } = await premiumTester(server())
  const cases = Array.from({ length: many }, (_, i) => `${18 + (i % 80)},${i}`)
  const { testbedId } = await uploaded(person, engine.engineId, ['Age,Sum', ...cases])
  const worker = await startServerProcess({ ...server().environment, SHEETWRIGHT_LIBREOFFICE: 'off' }, 'worker')
  started.push({ worker, person, testbedId })
})

afterAll(async () => {
  for (const { worker } of started) worker.child.kill('SIGKILL')
  for (const worker of workers) await worker.stop()
})

it('a run whose worker is killed in the middle goes on elsewhere, and has every case exactly once', async () => {
  const [first] = started
  if (first === undefined) throw new Error('The worker was not started')
  const { worker, person, testbedId } = first
  const { client } = person
  const { testRun } = await client.call(queueTestRun, { body: { testbedId } })
  const parts = () => server().services.db.inTenant(person.tenantId, (tx) => partsOf(tx, testRun.id))
  await vi.waitFor(async () => expect((await parts()).length).toBeGreaterThan(0), { timeout: 60_000, interval: 5 })
  worker.child.kill('SIGKILL')
  await worker.ended
  const before = await parts()
  expect(before.length).toBeLessThan(partCount)
  expect((await client.call(getTestRun, { params: { run: testRun.id } })).status).toBe('InProgress')

  workers.push(await startWorker(server().services, jobDefinitions, defaultWorkerOptions))
  const run = await ended(server(), person, testRun)
  expect(run).toMatchObject({ status: 'Success', done: many, computed: many, errors: 0 })
  // Parts stored before the worker died were not computed again.
  const after = new Map((await parts()).map(({ block, millis }) => [block, millis]))
  expect(after.size).toBe(partCount)
  expect(before.map(({ block }) => after.get(block))).toEqual(before.map(({ millis }) => millis))
  const seen = new Set<number>()
  for (let page = 1; page <= many / 1_000; page++) {
    const body = { page, pageSize: 1_000 }
    const { items } = await client.call(listTestResults, { params: { run: run.id }, body })
    for (const { number, inputs, outputs } of items) {
      seen.add(number)
      expect(inputs['Sum']).toBe(number - 1)
      expect(outputs).not.toBeNull()
    }
  }
  expect(seen.size).toBe(many)
})
