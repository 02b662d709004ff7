import { describe, expect, it } from 'vitest'
import { recordsHere } from '../../src/features/execution/batch-inputs.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, startTestServer, type TestServer } from '../support/test-server.ts'
import { greedyWorkbook, premiumWorkbook } from './workbooks.ts'

interface Answer {
  readonly outputs: unknown[]
  readonly errors: ({ message: string }[] | null)[]
}

async function batch(server: TestServer, person: SignedIn, service: string, inputs: object[], output: string) {
  const response = await fetch(`${server.origin}/${person.tenantName}/api/v4/execute`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ service, inputs, output }),
  })
  return (await response.json()) as Answer
}

async function withServer(environment: Record<string, string>, run: (server: TestServer) => Promise<void>) {
  const server = await startTestServer(environment)
  try {
    await run(server)
  } finally {
    await server.stop()
  }
}

describe('a batch', () => {
  it('loses a record that needs too much memory, and no other', async () => {
    await withServer({ SHEETWRIGHT_CALCULATION_MB: '96' }, async (server) => {
      const person = await server.signIn()
      const { engineId } = await publishedEngine(server, person, greedyWorkbook())
      const sizes = [1, 2, 9000, 3, 9000, 4]
      const inputs = sizes.map((Memory) => ({ Time: 1, Memory }))
      const { outputs, errors } = await batch(server, person, engineId, inputs, 'Large')
      const large = (rows: number) => ({ Large: 3 * ((rows * 1000 * (rows * 1000 + 1)) / 2) })
      const messages = errors.map((each) => each?.map(({ message }) => message) ?? null)
      const stopped = [expect.stringContaining('more memory than it may use')]
      expect(messages).toEqual(sizes.map((rows) => (rows === 9000 ? stopped : null)))
      expect(outputs).toEqual(sizes.map((rows) => (rows === 9000 ? null : large(rows))))
    })
  })

  it('ends when its time is up, says which records it did not come to, and lets others go on', async () => {
    await withServer({ SHEETWRIGHT_CALCULATION_SECONDS: '2' }, async (server) => {
      const person = await server.signIn()
      const { engineId } = await publishedEngine(server, person, greedyWorkbook())
      const premium = await publishedEngine(server, person, premiumWorkbook())
      const inputs = Array.from({ length: 12 }, () => ({ Time: 1_000_000, Memory: 1 }))
      const running = batch(server, person, engineId, inputs, 'Slow')
      const other = { Sum: 1000, Age: 50, Cover: 'Basic' }
      expect((await batch(server, person, premium.engineId, [other], 'Premium')).outputs).toEqual([{ Premium: 30 }])
      const { outputs, errors } = await running
      expect(outputs).toEqual(inputs.map(() => null))
      expect(errors[0]).toMatchObject([{ message: expect.stringContaining('The calculation was') as unknown }])
      expect(errors.at(-1)).toMatchObject([{ message: 'Not computed: the batch took longer than 2 s' }])
    })
  })

  it('refuses a number that is beyond the range of numbers, instead of computing with an empty cell', async () => {
    await withServer({}, async (server) => {
      const person = await server.signIn({ groups: ['supervisor:pf'] })
      // Threads compute it, which get the records as text.
      const { engineId } = await publishedEngine(server, person, greedyWorkbook())
      const post = async (path: string, text: string) => {
        const headers = { ...person.headers, 'content-type': 'application/json' }
        const response = await fetch(`${server.origin}/${person.tenantName}/api/v4/${path}`, {
          method: 'POST',
          headers,
          body: text,
        })
        return (await response.json()) as Answer & { readonly id: string }
      }
      const inputs = '[{"Memory": 1}, {"Memory": 1e400}, {"Memory": -1e400}]'
      const refusal = (shown: string) => [{ message: `${shown} is not allowed; give a number.` }]
      const expected = {
        outputs: [{ Large: 1501500 }, null, null],
        errors: [null, refusal('Infinity'), refusal('-Infinity')],
      }
      const direct = await post('execute', `{"service": "${engineId}", "output": "Large", "inputs": ${inputs}}`)
      expect(direct).toMatchObject(expected)

      const { id } = await post('batch', `{"service": "${engineId}", "output": "Large"}`)
      await post(`batch/${id}/chunks`, `{"chunks": [{"id": "a", "data": {"inputs": ${inputs}}}]}`)
      const results = async () => {
        const address = `${server.origin}/${person.tenantName}/api/v4/batch/${id}/chunkresults`
        const response = await fetch(address, { headers: person.headers })
        return ((await response.json()) as { data: Answer[] }).data
      }
      await expect.poll(results, { timeout: 60_000 }).toMatchObject([expected])
    })
  })

  it('is refused if a record gives an input twice, however long it is', async () => {
    await withServer({}, async (server) => {
      const person = await server.signIn()
      const { engineId } = await publishedEngine(server, person, premiumWorkbook())
      const send = async (records: readonly string[]) => {
        const response = await fetch(`${server.origin}/${person.tenantName}/api/v4/execute`, {
          method: 'POST',
          headers: { ...person.headers, 'content-type': 'application/json' },
          body: `{"service": "${engineId}", "output": "Premium", "inputs": [${records.join(',')}]}`,
        })
        return (await response.json()) as { errorCode?: string; errors: unknown; outputs?: unknown[] }
      }
      const record = '{"Sum": 1000, "Age": 50, "Cover": "Basic"}'
      const twice = '{"Sum": 1000, "Age": 50, "Cover": "Basic", "Age": 60}'
      const many = Array.from({ length: 12_000 }, () => record)
      expect((await send(many)).outputs).toHaveLength(12_000)
      for (const records of [[record, twice], many.with(7000, twice)]) {
        const field = `body.inputs.${records.indexOf(twice)}.Age`
        const errors = [{ field, message: 'is given more than once' }]
        expect(await send(records)).toMatchObject({ errorCode: 'INVALID_INPUT', errors })
      }
    })
  })

  it('has no more records than it may where something else computes them', () => {
    const records = (count: number) => {
      const text = JSON.stringify({ inputs: Array.from({ length: count }, () => ({})) })
      return recordsHere({ kind: 'text', parts: [], whole: { kind: 'body', text, field: 'inputs' } })
    }
    expect(records(100_000)).toHaveLength(100_000)
    expect(() => records(100_001)).toThrow('body.inputs: has more than 100000 records')
  })
})
