import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { describe, expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

async function execute(person: SignedIn, body: object, headers: Record<string, string> = { ...person.headers }) {
  const response = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

describe('a batch', () => {
  it('overlooks no value that it was sent', async () => {
    const person = await server().signIn()
    const { engineId: service } = await publishedEngine(server(), person, premiumWorkbook())
    const rows = (...inputs: unknown[][]) => execute(person, { service, inputs, validate: false })
    const tooMany = await rows(['Sum', 'Age', 'Cover'], [1000, 40, 'Basic'], [1000, 40, 'Basic', 5])
    expect(tooMany['warnings']).toEqual([null, [{ key: 'column 4', message: expect.any(String) as unknown }]])
    const repeated = await rows(['Sum', 'Age', 'sum'], [1000, 40, 2000])
    expect(repeated).toMatchObject({ errorCode: 'INVALID_INPUT', errors: [{ field: 'body.inputs.0' }] })
    const twice = await execute(person, { service, inputs: [{ Sum: 1000, sum: 2000, Age: 40, Cover: 'Basic' }] })
    expect(twice['errors']).toMatchObject([[{ additional_details: 'sum' }]])
    expect(twice['outputs']).toEqual([{}])
  })

  it('is warned of a version that is not in effect', async () => {
    const person = await server().signIn()
    const { versionId } = await publishedEngine(server(), person, premiumWorkbook(), {
      effectiveStart: new Date('2020-01-01'),
      effectiveEnd: new Date('2021-01-01'),
    })
    const inputs = [{ Sum: 1000, Age: 40, Cover: 'Basic' }]
    const outside = await execute(person, { version_id: versionId, inputs })
    expect(outside['warnings']).toMatchObject([[{ key: 'transaction_date' }]])
    const inside = await execute(person, { version_id: versionId, inputs, version_by_timestamp: '2020-06-01' })
    expect(inside['warnings']).toEqual([null])
  })
})

describe('a key', () => {
  it('runs drafts only when it may work on engines', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const { versionId } = await publishedEngine(server(), person, premiumWorkbook(), { state: 'Draft' })
    const run = async (name: string, scopes: ('execute' | 'author')[]) => {
      const { key } = await person.client.call(createApiKey, { body: { name, group: 'supervisor:pf', scopes } })
      const headers = { 'x-synthetic-key': key, 'x-tenant-name': person.tenantName }
      return execute(person, { version_id: versionId, inputs: [{ Sum: 1000, Age: 40, Cover: 'Basic' }] }, headers)
    }
    expect(await run('caller', ['execute'])).toMatchObject({ errorCode: 'ENGINE_VERSION_NOT_FOUND' })
    expect(await run('author', ['execute', 'author'])).toMatchObject({ outputs: [{ Premium: 28 }] })
  })
})
