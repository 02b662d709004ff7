import { cancelTestRun } from '@sheetwright/contract/test-beds/cancel-test-run.ts'
import { generateTestCases } from '@sheetwright/contract/test-beds/generate-test-cases.ts'
import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import { expect, it } from 'vitest'
import { useEngineServer } from '../engines/engine-server.ts'
import { ended, finished, premiumTester } from './support.ts'

const server = useEngineServer()
const many = 60_000

it('a short run that comes later ends before a long one, and a cancelled run keeps what it has computed', async () => {
  const { person, engine } = await premiumTester(server())
  const { client } = person
  const bedOf = async (name: string, count: number) => {
    const body = { engineId: engine.engineId, method: 'random', count, seed: 3, name } as const
    const { taskQueueId, testbedId } = await client.call(generateTestCases, { body })
    await finished(server(), person, taskQueueId)
    return testbedId
  }
  const [long, short] = [await bedOf('Long', many), await bedOf('Short', 50)]
  const queued = async (testbedId: string) => (await client.call(queueTestRun, { body: { testbedId } })).testRun

  const first = await queued(long)
  const second = await ended(server(), person, await queued(short))
  expect(second).toMatchObject({ status: 'Success', done: 50 })
  const whole = await ended(server(), person, first)
  expect(whole).toMatchObject({ status: 'Success', done: many })
  expect(Date.parse(second.completedAt ?? '')).toBeLessThan(Date.parse(whole.completedAt ?? ''))

  const third = await queued(long)
  await client.call(cancelTestRun, { params: { queue: third.testbedQueueId } })
  await finished(server(), person, third.testbedQueueId)
  const cancelled = await client.call(getTestRun, { params: { run: third.id } })
  expect(cancelled.status).toBe('Cancelled')
  expect(cancelled.done).toBeLessThan(many)
})
