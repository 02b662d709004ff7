import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { describe, expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { greedyWorkbook, premiumWorkbook } from './workbooks.ts'

const server = useTestServer({ SHEETWRIGHT_CALCULATION_SECONDS: '2', SHEETWRIGHT_CALCULATION_MB: '96' })

async function engines(person: SignedIn) {
  const greedy = await publishedEngine(server(), person, greedyWorkbook())
  const premium = await publishedEngine(server(), person, premiumWorkbook(), { productId: greedy.productId })
  const run = (engine: string, inputs: Record<string, unknown>, requested_output?: string) =>
    person.client.call(executeEngine, {
      params: { product: greedy.productId, engine },
      body: { request_data: { inputs }, request_meta: { requested_output } },
    })
  return { greedy, premium, run }
}

describe('a calculation past its limits', () => {
  it('is stopped and says so, while others go on', async () => {
    const person = await server().signIn()
    const { greedy, premium, run } = await engines(person)
    expect((await run(greedy.engineId, { Time: 2, Memory: 2 })).xOutput).toEqual({
      Slow: 1_001_000,
      Large: 3 * 2_001_000,
    })

    const slow = Array.from({ length: 2 }, () => run(greedy.engineId, { Time: 1_000_000 }, 'Slow'))
    const large = Array.from({ length: 1 }, () => run(greedy.engineId, { Memory: 9000 }, 'Large'))
    const stopped = Promise.allSettled([...slow, ...large])
    for (let sum = 1000; sum < 1030; sum++) {
      const { xOutput } = await run(premium.engineId, { Sum: sum, Age: 50, Cover: 'Basic' }, 'Premium')
      expect(xOutput['Premium']).toBeCloseTo(sum * 0.03, 9)
    }
    for (const result of await stopped) {
      expect(result.status).toBe('rejected')
      const { code } = (result as PromiseRejectedResult).reason as { code: string }
      expect(['CALCULATION_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE']).toContain(code)
    }
    expect((await run(greedy.engineId, { Time: 3, Memory: 1 })).xOutput).toEqual({
      Slow: 1_501_500,
      Large: 3 * 500_500,
    })
    const { count } = await person.client.call(listCalls, {
      params: { product: greedy.productId, engine: greedy.engineId, purpose: 'All' },
      body: { ErrorsOnly: true },
    })
    expect(count).toBeGreaterThan(0)
  })
})
