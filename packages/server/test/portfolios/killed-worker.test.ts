import { checkPortfolio } from '@sheetwright/contract/portfolios/check-portfolio.ts'
import { downloadPortfolio } from '@sheetwright/contract/portfolios/download-portfolio.ts'
import { getPortfolioRun } from '@sheetwright/contract/portfolios/get-portfolio-run.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jobDefinitions } from '../../src/background.ts'
import { portfolioParts } from '../../src/features/portfolios/portfolio-run.store.ts'
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

it('a portfolio whose worker is killed in the middle goes on elsewhere, and has every record exactly once', async () => {
  const { person, engine } = await premiumTester(server())
  const { client } = person
  const isBad = (i: number) => i % 1_000 === 999
  const lines = Array.from({ length: records }, (_, i) => `${i},${isBad(i) ? 'x' : 18 + (i % 80)},${i}`)
  const run = await client.call(checkPortfolio, {
    params: { product: engine.productId, engine: engine.engineId },
    body: { start: 'true', keepInputs: 'false' },
    files: { file: { content: new Blob([`id,age,sum\n${lines.join('\n')}\n`]), fileName: 'policies.csv' } },
  })
  const parts = () => server().services.db.inTenant(person.tenantId, (tx) => portfolioParts(tx, run.id))
  await vi.waitFor(async () => expect((await parts()).length).toBeGreaterThan(0), { timeout: 120_000, interval: 5 })
  const [worker] = started
  worker?.child.kill('SIGKILL')
  await worker?.ended
  expect((await parts()).at(-1)?.isLast).toBe(false)

  workers.push(await startWorker(server().services, jobDefinitions, defaultWorkerOptions))
  await finished(server(), person, run.jobId ?? '')
  const done = await client.call(getPortfolioRun, { params: { run: run.id } })
  expect(done).toMatchObject({ status: 'Success', records, refused: records / 1_000, withErrors: 0 })
  const file = async (part: 'csv' | 'errors') =>
    (await (await client.call(downloadPortfolio, { params: { run: run.id, part } })).blob.text()).trimEnd().split('\n')
  const results = (await file('csv')).slice(1).map((line) => line.split(','))
  expect(results.map(([id]) => Number(id))).toEqual(lines.map((_, i) => i))
  expect(results.every(([id, premium]) => isBad(Number(id)) === (premium === ''))).toBe(true)
  expect((await file('errors')).slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
    lines.flatMap((_, i) => (isBad(i) ? [i + 2] : [])),
  )
})
