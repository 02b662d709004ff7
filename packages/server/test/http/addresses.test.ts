import { expect, it } from 'vitest'
import { networkOf } from '../../src/platform/http/network-of.ts'
import { useTestServer } from '../support/test-server.ts'

const allowance = 5
const server = useTestServer({
  SHEETWRIGHT_REQUESTS_PER_MINUTE: String(allowance),
  SHEETWRIGHT_TRUST_PROXY: 'true',
})

it.each([
  ['that lie about where they come from', (n: number) => `198.51.100.${n}, 192.0.2.7`],
  ['from one network of IPv6', (n: number) => `2001:db8:7:7::${n}`],
])('strangers %s share one allowance behind a proxy', async (_, forwarded) => {
  const statuses: number[] = []
  for (let n = 1; n <= allowance + 1; n++) {
    const response = await fetch(`${server().origin}/health/live`, { headers: { 'x-forwarded-for': forwarded(n) } })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([...Array.from({ length: allowance }, () => 200), 429])
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
