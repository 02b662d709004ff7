import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createCallWriter } from '../../src/features/call-log/call-queue.store.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { callHead } from '../support/call-head.ts'

const head = callHead()

it('calls that were handed in are on disk when that was waited for, however many come after them', async () => {
  const written: string[] = []
  const inTenant = async (tenantId: string) => {
    await turn()
    written.push(tenantId)
  }
  const calls = createCallWriter(
    { inTenant } as unknown as Database,
    createLog({ logLevel: 'silent', logFormat: 'json' }),
  )
  const write = (tenantId: string, length: number) =>
    calls.write({ tenantId, head, request: JSON.stringify('x'.repeat(length)), response: '1', durable: false })
  // Two that are written separately, and one after them.
  for (const length of [5_000_000, 5_000_000, 1]) void write('one', length)
  const done = calls.flush('one')
  for (let i = 0; i < 10; i++) void write('one', 1)
  await done
  expect(written.length).toBeGreaterThanOrEqual(3)
  await calls.close()
  await expect(write('one', 1)).rejects.toThrow('closed')
})

it('a tenant whose calls cannot be written holds up no other', async () => {
  const { promise: mended, resolve: mend } = Promise.withResolvers<void>()
  const written: string[] = []
  const inTenant = async (tenantId: string) => {
    if (tenantId === 'broken') await mended
    written.push(tenantId)
  }
  const calls = createCallWriter(
    { inTenant } as unknown as Database,
    createLog({ logLevel: 'silent', logFormat: 'json' }),
  )
  const write = (tenantId: string) => calls.write({ tenantId, head, request: '1', response: '1', durable: true })
  const broken = write('broken')
  await write('sound')
  await calls.flush('sound')
  expect(written).toEqual(['sound'])
  mend()
  await broken
  await calls.close()
  expect(written).toEqual(['sound', 'broken'])
})
