import { expect, it } from 'vitest'
import { callsAfter, findCall } from '../../src/features/call-log/call.store.ts'
import { loggedCalls } from '../../src/features/call-log/logged-values.access.ts'
import { partsOf } from '../../src/features/call-log/read-calls.ts'
import { newId, newIds } from '../../src/platform/db/new-id.ts'
import { callHead } from '../support/call-head.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

it('reads large calls of the log in parts, and each record of a batch', async () => {
  const person = await server().signIn()
  const { engineId, productId } = await publishedEngine(server(), person, premiumWorkbook())
  const { db, execution } = server().services
  const { tenantId } = person
  const padding = 'x'.repeat(6_000_000)
  const now = Date.now()
  const ids = Array.from({ length: 4 }, () => [newId(now), ...newIds(2, now)] as [string, string, string])
  ids.sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [n, [id, ...recordCallIds]] of ids.entries()) {
    const request = JSON.stringify({ inputs: [{ n, padding }, { n: n + 0.5 }] })
    const response = JSON.stringify({ outputs: [{ twice: 2 * n }, { twice: 2 * n + 1 }] })
    const kept = callHead({ id, engineId, productId, versionId: null, records: 2, recordCallIds })
    await execution.calls.write({ tenantId, head: kept, request, response, durable: true })
  }
  const listed = await db.inTenant(tenantId, (tx) => callsAfter(tx, { engineId }, undefined, 10))
  expect(partsOf(listed)).toEqual([ids.slice(0, 2).map(([id]) => id), ids.slice(2).map(([id]) => id)])
  const holding = (id: string) => db.inTenant(tenantId, async (tx) => (await findCall(tx, { engineId }, id))?.id)
  for (const [id, first, second] of ids) {
    expect([await holding(id), await holding(first), await holding(second)]).toEqual([id, id, id])
  }
  expect(await holding(newId(now))).toBeUndefined()
  const records = await Array.fromAsync(loggedCalls({ db }, tenantId, { engineId }))
  expect(records.map(({ id, inputs, outputs }) => ({ id, n: (inputs as { n: number }).n, outputs }))).toEqual(
    ids.flatMap(([, first, second], n) => [
      { id: first, n, outputs: { twice: 2 * n } },
      { id: second, n: n + 0.5, outputs: { twice: 2 * n + 1 } },
    ]),
  )
})
