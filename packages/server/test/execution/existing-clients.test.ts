import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const page = 'https://app.example.test'
const server = useTestServer({ SHEETWRIGHT_CORS_ORIGINS: page })

it('find documents, validation and metadata of a version as they ask for them', async () => {
  const person = await server().signIn()
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const base = `${server().origin}/${person.tenantName}/api/v3`
  const service = `${base}/folders/${engine.productId}/services/${engine.engineId}`
  const get = async (address: string, init: RequestInit = {}) => {
    const headers = { ...person.headers, 'content-type': 'application/json' }
    const response = await fetch(address, { headers, ...init })
    return { status: response.status, body: (await response.json()) as Record<string, Record<string, unknown>> }
  }
  const named = await get(`${service}/downloadswagger/All/true/${engine.versionId}`)
  for (const path of ['downloadswagger/All/true', 'downloadswagger/All/true/']) {
    expect(await get(`${service}/${path}`)).toEqual(named)
  }
  const version = `${base}/version/${engine.versionId}`
  const meta = { response_meta: { version_id: engine.versionId } }
  expect(await get(`${version}/metadata`)).toMatchObject({ status: 200, body: { status: 'Success', ...meta } })
  const validation = await get(`${version}/validation`, { method: 'POST', body: '{}' })
  const byName = await get(`${service}/validation`, { method: 'POST', body: '{}' })
  expect(validation).toMatchObject({ status: 200, body: meta })
  expect(validation.body['response_data']).toEqual(byName.body['response_data'])
})

it('call from pages of listed origins, and from no others', async () => {
  const preflight = (origin: string) =>
    fetch(`${server().origin}/demo/api/v3/execute`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
  const listed = await preflight(page)
  expect(listed.status).toBe(204)
  expect(listed.headers.get('access-control-allow-origin')).toBe(page)
  expect(listed.headers.get('access-control-allow-headers')).toContain('x-synthetic-key')
  expect((await preflight('https://other.example.test')).headers.get('access-control-allow-origin')).toBeNull()
  const answer = await fetch(`${server().origin}/api/v1/release`, { headers: { origin: page } })
  expect(answer.headers.get('access-control-allow-origin')).toBe(page)
})

it('are told what is wrong with an API key', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { key } = await person.client.call(createApiKey, {
    body: { name: 'Client', group: 'supervisor:pf', scopes: ['execute'] },
  })
  const refusal = async (headers: Record<string, string>) => {
    const response = await fetch(`${server().origin}/${person.tenantName}/api/v3/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    })
    return ((await response.json()) as { message: string }).message
  }
  expect(await refusal({ 'x-synthetic-key': key })).toContain('x-tenant-name')
  const wrong = { 'x-synthetic-key': 'wrong', 'x-tenant-name': person.tenantName }
  expect(await refusal(wrong)).toContain('not known in the tenant')
  const right = { 'x-synthetic-key': key, 'x-tenant-name': person.tenantName }
  expect(await refusal(right)).toContain('which service is meant')
})
