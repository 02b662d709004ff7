import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { describe, expect, it } from 'vitest'
import { engineUploads } from '../../src/platform/db/schema/engines.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

const secret = 'register 7 is gone'

/** An engine whose program fails unexpectedly. */
async function damagedEngine(person: SignedIn) {
  const { db, files } = server().services
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const [upload] = await db.inTenant(person.tenantId, (tx) => tx.q.select().from(engineUploads))
  const program = await text(await files.open(person.tenantId, upload?.programHash ?? ''))
  const failing = `export function link() { return [() => { throw new Error(${JSON.stringify(secret)}) }] }`
  const damaged = `${program.replace('export function link(', 'function unused(')}\n${failing}\n`
  const { hash } = await files.put(person.tenantId, Readable.from([Buffer.from(damaged)]), {
    maxBytes: 1e8,
    signal: new AbortController().signal,
  })
  await db.inTenant(person.tenantId, (tx) => tx.q.update(engineUploads).set({ programHash: hash }))
  return engine
}

describe('a calculation that fails within the product', () => {
  it('tells the caller where to ask, and only the log what happened', async () => {
    const person = await server().signIn()
    const engine = await damagedEngine(person)
    const inputs = { Sum: 1000, Age: 40, Cover: 'Basic' }
    const single = person.client.call(executeEngine, {
      params: { product: engine.productId, engine: engine.engineId },
      body: { request_data: { inputs }, request_meta: { correlation_id: 'case-1' } },
    })
    const about = (id: string) =>
      `The calculation failed unexpectedly; it has been logged with the correlation id ${id}.`
    await expect(single).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: about('case-1') })
    const batch = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ service: engine.engineId, inputs: [inputs, inputs], correlation_id: 'case-2' }),
    })
    const { errors } = (await batch.json()) as { errors: { message: string }[][] }
    expect(errors.flat().map(({ message }) => message)).toEqual([about('case-2'), about('case-2')])
    const logged = server().logged.filter(({ failure }) => String(failure).includes(secret))
    expect(logged.map(({ correlationId }) => correlationId)).toEqual(['case-1', 'case-2', 'case-2'])
  })
})
