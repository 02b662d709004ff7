import { downloadPolicies } from '@sheetwright/contract/ingenium/download-policies.ts'
import { getRunStatus } from '@sheetwright/contract/ingenium/get-run-status.ts'
import { policyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { runPolicies } from '@sheetwright/contract/ingenium/run-policies.ts'
import { saveMapping } from '@sheetwright/contract/ingenium/save-mapping.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jobDefinitions } from '../../src/background.ts'
import { policyParts } from '../../src/features/ingenium/policy-run.store.ts'
import { defaultWorkerOptions, startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { useTestServer } from '../support/test-server.ts'
import { finished, premiumTester } from '../test-beds/support.ts'

const server = useTestServer()
const workers: Worker[] = []
const started: ServerProcess[] = []

beforeAll(async () => {
  started.push(await startServerProcess({ ...server().environment, SHEETWRIGHT_LIBREOFFICE: 'off' }, 'worker'))
})

afterAll(async () => {
  for (const worker of started) worker.child.kill('SIGKILL')
  for (const worker of workers) await worker.stop()
})

const records = 120_000
const field = (name: string) => ({ kind: 'field', name }) as const

it('a run whose worker is killed in the middle goes on elsewhere, and has every record exactly once', async () => {
  const { person, engine } = await premiumTester(server())
  const { client } = person
  const mapping = policyMapping.parse({
    extract: { format: 'csv', fields: [{ name: 'id' }, { name: 'age' }, { name: 'sum' }] },
    inputs: [
      { input: 'Age', from: field('age'), conversions: ['number'] },
      { input: 'Sum', from: field('sum'), conversions: ['number'] },
    ],
    result: { format: 'csv', fields: [{ name: 'id' }, { name: 'premium' }] },
    outputs: [
      { field: 'id', from: field('id') },
      { field: 'premium', from: { kind: 'output', name: 'Premium' } },
    ],
  })
  const saved = await client.call(saveMapping, { body: { engineId: engine.engineId, name: 'Nightly', mapping } })
  const isBad = (i: number) => i % 1_000 === 999
  const lines = Array.from({ length: records }, (_, i) => `${i},${isBad(i) ? 'x' : 18 + (i % 80)},${i}`)
  const content = new Blob([`id,age,sum\n${lines.join('\n')}\n`])
  const { taskQueueId, run } = await client.call(runPolicies, {
    body: { mappingId: saved.id },
    files: { file: { content, fileName: 'policies.csv' } },
  })
  const parts = () => server().services.db.inTenant(person.tenantId, (tx) => policyParts(tx, run.id))
  await vi.waitFor(async () => expect((await parts()).length).toBeGreaterThan(0), { timeout: 120_000, interval: 5 })
  const [worker] = started
  worker?.child.kill('SIGKILL')
  await worker?.ended
  const before = await parts()
  expect(before.at(-1)?.isLast).toBe(false)

  workers.push(await startWorker(server().services, jobDefinitions, defaultWorkerOptions))
  await finished(server(), person, taskQueueId)
  const done = await client.call(getRunStatus, { params: { run: run.id } })
  expect(done).toMatchObject({ read: records, written: records - 120, rejected: 120, taskQueue: { status: 'Success' } })
  expect((await parts()).slice(0, before.length)).toEqual(before)
  const file = async (part: 'result' | 'rejects') =>
    (await (await client.call(downloadPolicies, { params: { run: run.id, part } })).blob.text()).trimEnd().split('\n')
  const ids = (await file('result')).slice(1).map((line) => Number(line.split(',')[0]))
  expect(ids).toEqual(lines.flatMap((_, i) => (isBad(i) ? [] : [i])))
  expect((await file('rejects')).slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
    lines.flatMap((_, i) => (isBad(i) ? [i + 1] : [])),
  )
})
