import { describe, expect, it } from 'vitest'
import { createRateLimit } from '../../src/platform/http/rate-limit.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer({
  SHEETWRIGHT_REQUESTS_PER_MINUTE: '5',
  SHEETWRIGHT_GATEWAY_API_VERSION: '2026-01',
  SHEETWRIGHT_GATEWAY_SUBSCRIPTION_KEY: 'gateway-key',
})

const gateway = { apiVersion: '2026-01', 'ocp-apim-subscription-key': 'gateway-key' }

describe('a caller who sends too many requests', () => {
  it('is told when to come back, and nobody else is', async () => {
    const busy = await server().signIn()
    const other = await server().signIn()
    const call = (headers: Record<string, string>) =>
      fetch(`${server().origin}/api/v1/release`, { headers: { ...headers, ...gateway } })
    for (let n = 0; n < 5; n++) expect((await call(busy.headers)).status).toBe(200)
    const refused = await call(busy.headers)
    expect(refused.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ status: 'Error', errorCode: 'TOO_MANY_REQUESTS' })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(12)
    expect(refused.headers.get('x-retry-after')).toBe(String(wait))
    expect((await call(other.headers)).status).toBe(200)
  })

  it('still executes engines, which are counted apart', async () => {
    const busy = await server().signIn()
    const address = `${server().origin}/api/v1/product/none/engines/Execute/none`
    for (let n = 0; n < 7; n++) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { ...busy.headers, ...gateway, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=(?:5\d{4}|60000);t=\d$/)
    }
  })

  it('gets no API key looked up after too many wrong ones, while people at the same address go on', async () => {
    const person = await server().signIn()
    const { tenantName } = person
    const guess = (key: string) =>
      fetch(`${server().origin}/api/v1/release`, {
        headers: { ...gateway, 'x-synthetic-key': key, 'x-tenant-name': tenantName },
      })
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await guess(`wrong-${n}`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const read = await fetch(`${server().origin}/api/v1/release`, { headers: { ...person.headers, ...gateway } })
    expect(read.status).toBe(200)
  })

  it('gets the allowance back with time', () => {
    let now = 0
    const limit = createRateLimit(60, () => now)
    for (let n = 0; n < 60; n++) expect(limit.take('a')).toBe(0)
    expect(limit.take('a')).toBe(1)
    expect(limit.take('b')).toBe(0)
    now = 2_000
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 1])
    now = 10 * 60_000
    for (let n = 0; n < 60; n++) expect(limit.take('a')).toBe(0)
    expect(limit.take('a')).toBe(1)
  })
})

it.each([
  ['both headers', gateway, 200, undefined],
  ['no key', { apiVersion: '2026-01' }, 401, 'UNAUTHORIZED_ACCESS'],
  ['a wrong key', { ...gateway, 'ocp-apim-subscription-key': 'x' }, 401, 'UNAUTHORIZED_ACCESS'],
  ['another version', { ...gateway, apiVersion: '1999' }, 400, 'INVALID_INPUT'],
])('behind a gateway a call with %s gets %i', async (_, headers, status, code) => {
  const person = await server().signIn()
  const response = await fetch(`${server().origin}/api/v1/release`, { headers: { ...person.headers, ...headers } })
  expect(response.status).toBe(status)
  expect(((await response.json()) as { errorCode?: string }).errorCode).toBe(code)
})
