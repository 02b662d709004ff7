import { streamEvents } from '@sheetwright/contract/events/stream-events.ts'
import { connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

afterEach(() => {
  vi.useRealTimers()
})

it('a stream ends with the session that it was opened with', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [leaving, staying] = [await server().signIn(), await server().signIn()]
  const { events, identity, db } = server().services
  const open = ({ tenantId, userId }: typeof leaving) => events.countSubscribers(tenantId, userId)
  const stay = new AbortController()
  for (const { client } of [leaving, staying]) {
    const stream = await client.call(streamEvents, { signal: stay.signal })
    stream.next().catch(() => undefined)
  }
  await expect.poll(() => [open(leaving), open(staying)]).toEqual([1, 1])

  const session = JSON.parse(atob(leaving.headers.authorization.split('.')[1] ?? '')) as { session_id: string }
  await identity.endSession(leaving.tenantId, leaving.userId, session.session_id)
  // Every process is notified; the test polls until this one is.
  await expect
    .poll(async () => (await fetch(`${server().origin}/api/v1/release`, { headers: leaving.headers })).status)
    .toBe(401)
  vi.advanceTimersByTime(30_000)
  await expect.poll(() => [open(leaving), open(staying)]).toEqual([0, 1])
  await db.inTenant(staying.tenantId, (tx) => events.publish(tx, { type: 'product.changed', id: 'x' }))
  stay.abort()
  await expect.poll(() => open(staying)).toBe(0)
})

it('one person can have some streams open, not any number', async () => {
  const person = await server().signIn()
  const all = new AbortController()
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) {
    const response = await fetch(`${server().origin}/api/v1/events`, { headers: person.headers, signal: all.signal })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  all.abort()
})

it('a page that does not read its events is cut off instead of being told what is no longer so', async () => {
  const person = await server().signIn()
  const { events, db } = server().services
  const socket = connect(Number(new URL(server().origin).port), '127.0.0.1')
  socket.pause()
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: ${person.headers.authorization}\r\n\r\n`)
  await expect.poll(() => events.countSubscribers(person.tenantId, person.userId)).toBe(1)
  const flood = { type: 'product.changed', id: 'x'.repeat(5_000) } as const
  for (let round = 0; round < 40; round++) {
    await db.inTenant(person.tenantId, async (tx) => {
      for (let n = 0; n < 100; n++) await events.publish(tx, { ...flood, id: `${flood.id}${round}-${n}` })
    })
  }
  await db.inTenant(person.tenantId, (tx) => events.publish(tx, { type: 'product.changed', id: 'last' }))
  socket.resume()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  await expect.poll(() => events.countSubscribers(person.tenantId, person.userId)).toBe(0)
  expect(received).not.toContain('"last"')
  socket.destroy()
})
