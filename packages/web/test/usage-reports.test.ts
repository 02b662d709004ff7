import { expect, test } from 'vitest'
import { createUsageReports } from '../src/platform/telemetry/usage-reports.ts'

const visit = { displayName: 'Ann', productName: 'Motor', page: '/products/1#notes' }

test('a visit is one request with the token, without cookies', () => {
  const sent: Parameters<typeof fetch>[] = []
  const send: typeof fetch = (...args) => {
    sent.push(args)
    return Promise.reject(new Error('the tool is not there'))
  }
  const configuration = { userPilotToken: 'secret', userAnalyticsUrl: 'https://usage.example.com/collect' }
  createUsageReports(configuration, send)?.visited(visit)
  expect(sent).toHaveLength(1)
  const [address, options] = sent[0] ?? []
  expect(address).toBe('https://usage.example.com/collect')
  const body = JSON.stringify({ token: 'secret', ...visit })
  expect(options).toMatchObject({ method: 'POST', credentials: 'omit', mode: 'no-cors', body })
})

test('nothing is made where analytics are not configured', () => {
  expect(createUsageReports({ userPilotToken: null, userAnalyticsUrl: null }, fetch)).toBeUndefined()
})
