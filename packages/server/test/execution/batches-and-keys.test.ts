import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { describe, expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

async function execute(
  person: SignedIn,
  body: object | string,
  headers: Record<string, string> = { ...person.headers },
) {
  const response = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
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
    expect(twice['outputs']).toEqual([null])
  })

  it('is the same however long it is and whichever way it is written', async () => {
    const person = await server().signIn()
    const { engineId: service } = await publishedEngine(server(), person, premiumWorkbook())
    const records = Array.from({ length: 9000 }, (_, i) => ({
      Sum: 1000 + i,
      Age: i % 80,
      Cover: i % 2 ? 'Full' : 'Basic',
    }))
    const rows = [['Sum', 'Age', 'Cover'], ...records.map(({ Sum, Age, Cover }) => [Sum, Age, Cover])]
    // The first field of a record also occurs within another one, where the text must not be cut.
    const misleading = records.map((record) => ({ ...record, Notes: [{ Sum: 1 }, { Sum: 2 }] }))
    const few = (await execute(person, { service, inputs: records.slice(0, 100), output: 'Premium' }))['outputs']
    const young = records.filter(({ Age }) => Age < 18).length
    for (const inputs of [records, rows, misleading]) {
      const answer = await execute(person, { service, inputs, output: 'Premium' })
      const outputs = answer['outputs'] as ({ Premium?: number } | null)[]
      expect(outputs).toHaveLength(records.length)
      expect(outputs.slice(0, 100)).toEqual(few)
      const differing = outputs.filter((given, i) => {
        const { Premium } = given ?? {}
        const { Sum, Age, Cover } = records[i] as (typeof records)[number]
        const exact = Sum * 0.02 * (Cover === 'Full' ? 2 : 1) * (1 + Age / 100)
        return Age < 18 ? Premium !== undefined : Math.abs((Premium ?? 0) - exact) > 0.0051
      })
      expect(differing).toEqual([])
      expect((answer['errors'] as unknown[]).filter((errors) => errors !== null)).toHaveLength(young)
      expect(new Set(answer['call_ids'] as string[]).size).toBe(records.length)
    }
  })

  it('loses a record that is none, and no other, however long it is', async () => {
    const person = await server().signIn()
    const { engineId: service } = await publishedEngine(server(), person, premiumWorkbook())
    const record = { Sum: 1000, Age: 40, Cover: 'Basic' }
    const headings = ['Sum', 'Age', 'Cover']
    const row = [1000, 40, 'Basic']
    const many = <T>(one: T) => Array.from({ length: 6000 }, () => one)
    const batches = [
      { inputs: [record, null, record, 5, [1], 'x', record], wrong: [1, 3, 4, 5] },
      { inputs: [null, record], wrong: [0] },
      { inputs: [headings, row, null, record, row], wrong: [1, 2] },
      { inputs: [...many(record), null, ...many(record), 5], wrong: [6000, 12_001] },
      { inputs: [headings, ...many(row), null, ...many(row)], wrong: [6000] },
    ]
    for (const { inputs, wrong } of batches) {
      const answer = await execute(person, { service, inputs, output: 'Premium' })
      const [outputs, errors] = [answer['outputs'] as unknown[], answer['errors'] as unknown[]]
      expect(outputs.flatMap((each, place) => (each === null ? [place] : []))).toEqual(wrong)
      expect(errors.flatMap((each, place) => (each === null ? [] : [place]))).toEqual(wrong)
    }
  })

  it('takes a key that could change a prototype as an unknown input of its record, however long it is', async () => {
    const person = await server().signIn()
    const { engineId: service } = await publishedEngine(server(), person, premiumWorkbook())
    const good = '{"Sum":1000,"Age":40,"Cover":"Basic"}'
    const hostile = [
      '{"Sum":1000,"Age":40,"\\u005f_proto__":{"Sum":9}}',
      '{"Sum":1,"constructor":{"prototype":{"a":1}}}',
    ]
    for (const count of [1, 3000]) {
      const inputs = [good, ...hostile, ...Array.from({ length: count }, () => good)]
      const body = `{"service":"${service}","output":"Premium","inputs":[${inputs.join(',')}]}`
      const answer = await execute(person, body)
      const names = (answer['warnings'] as ({ key: string }[] | null)[]).map((each) => each?.map(({ key }) => key))
      const outputs = answer['outputs'] as unknown[]
      expect(names[1]).toContain('__proto__')
      expect(names[2]).toContain('constructor')
      expect(outputs[1]).toEqual(outputs[0])
      expect(outputs).toHaveLength(count + 3)
      expect(outputs.at(-1)).toEqual(outputs[0])
    }
    // Outside of records it stays refused.
    const refused = await execute(person, `{"service":"${service}","__proto__":{"a":1},"inputs":[${good}]}`)
    expect(refused).toMatchObject({ errorCode: 'INVALID_INPUT' })
  })

  it('says what is wrong with a long body', async () => {
    const person = await server().signIn()
    const { engineId: service } = await publishedEngine(server(), person, premiumWorkbook())
    const send = async (inputs: string) => {
      const response = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: `{"service":"${service}","inputs":[${inputs}]}`,
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const record = '{"Sum":1000,"Age":40,"Cover":"Basic"}'
    const many = Array.from({ length: 6000 }, () => record).join(',')
    const refused = (field: string) => ({ status: 400, body: { errorCode: 'INVALID_INPUT', errors: [{ field }] } })
    expect(await send(`${many},{"Sum":}`)).toMatchObject(refused('body'))
    expect(await send(`${many},`)).toMatchObject(refused('body'))
    expect(await send(`["Sum","sum"],${'[1,2],'.repeat(20_000)}[1,2]`)).toMatchObject(refused('body.inputs.0'))
    const nested = `[${'['.repeat(50_000)}${']'.repeat(50_000)}]`
    expect(await send(`${nested},[1]`)).toMatchObject(refused('body.inputs.0'))
    expect(await send('[["Sum"],"Age"],[1]')).toMatchObject(refused('body.inputs.0'))
    expect(await send(Array.from({ length: 100_001 }, () => '{}').join(','))).toMatchObject(refused('body.inputs'))
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
