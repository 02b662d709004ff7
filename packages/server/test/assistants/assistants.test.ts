import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { describe, expect, test } from 'vitest'
import { useEngineServer } from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'
import { premiumEngine } from '../test-beds/support.ts'

const server = useEngineServer()

/** A real assistant: the official client. */
async function connected(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'Quill', version: '2.1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${server().origin}/api/v1/mcp`), {
    requestInit: { headers },
  })
  await client.connect(transport)
  return client
}

const toolsOf = async (headers: Record<string, string>) => {
  const client = await connected(headers)
  const { tools } = await client.listTools()
  await client.close()
  return tools
}

interface Content {
  readonly isError?: boolean
  readonly structuredContent?: Record<string, unknown>
  readonly content: readonly { readonly text: string }[]
}

const called = async (client: Client, name: string, given: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: given })) as unknown as Content

async function offered() {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const engine = await premiumEngine(server(), person)
  const params = { product: engine.productId, engine: engine.engineId }
  const offer = (forAssistants: boolean) => person.client.call(updateEngine, { params, body: { forAssistants } })
  return { person, engine, params, offer }
}

async function keyOf({ client, tenantName }: SignedIn, limits: { engines?: string[] } = {}) {
  const body = { name: `Key ${Math.random()}`, group: 'supervisor:pf', scopes: ['execute' as const], ...limits }
  const { key } = await client.call(createApiKey, { body })
  return { 'x-synthetic-key': key, 'x-tenant-name': tenantName }
}

describe('assistants', () => {
  test('find, call and explain an engine once its author offers it; the log names them', async () => {
    const { person, engine, params, offer } = await offered()
    expect((await person.client.call(getEngine, { params })).forAssistants).toBe(false)
    expect(await toolsOf(person.headers)).toEqual([])
    await offer(true)
    const client = await connected(await keyOf(person))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_engines',
      'explain_result',
      expect.stringMatching(/_[0-9a-f]{12}$/),
    ])
    const [, , tool] = tools
    const name = tool?.name ?? ''
    expect(tool).toMatchObject({
      title: engine.serviceName,
      inputSchema: {
        properties: { Age: { default: expect.any(Number) as number }, Sum: {} },
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    })
    expect(tool?.description).toContain('Example: {"')

    const done = await called(client, name, { Age: 40, Sum: 1000 })
    expect(done.structuredContent).toMatchObject({ outputs: { Premium: 10 }, version: '1.0.0' })
    expect(JSON.parse(done.content[0]?.text ?? '')).toEqual(done.structuredContent)
    const found = await called(client, 'search_engines', { text: engine.serviceName.slice(0, 4).toUpperCase() })
    expect(found.structuredContent).toMatchObject({ engines: [{ tool: name, engine: engine.serviceName }] })
    expect((await called(client, 'search_engines', { text: 'no such thing' })).structuredContent).toEqual({
      engines: [],
    })
    const why = await called(client, 'explain_result', {
      tool: name,
      inputs: { Age: 40, Sum: 1000 },
      output: 'Premium',
    })
    expect(why.structuredContent).toMatchObject({ value: 10, formula: expect.any(String) as string })

    // The error message helps the assistant to correct itself.
    const wrong = await called(client, name, { Age: 40, Weight: 80 })
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/Weight/) as string }] })
    expect((await called(client, name, { Age: 'forty' })).isError).toBe(true)
    expect((await called(client, 'explain_result', { tool: name, output: 'Nothing' })).content[0]?.text).toContain(
      'Premium',
    )
    for (const none of ['no_such_tool', 'none\0 of these', `${name}x`]) {
      expect((await called(client, none, {})).content[0]?.text).toContain('ENGINE_NOT_FOUND')
    }
    expect((await called(client, 'search_engines', { text: 'no\0thing' })).structuredContent).toEqual({ engines: [] })
    await client.close()

    const log = await person.client.call(listCalls, { params: { ...params, purpose: 'Assistant' }, body: {} })
    expect(log.items.map(({ sourceSystem }) => sourceSystem)).toContain('Quill 2.1')

    await offer(false)
    expect(await toolsOf(person.headers)).toEqual([])
  })

  test('whoever may not execute an engine sees none, and calls none', async () => {
    const { person, engine, offer } = await offered()
    await offer(true)
    const [, , tool] = await toolsOf(person.headers)
    const name = tool?.name ?? ''
    const colleague = await server().signIn({ tenant: person, groups: ['user:pf.forms'] })
    const stranger = await server().signIn({ groups: ['supervisor:pf'] })
    const narrow = await keyOf(person, { engines: [(await premiumEngine(server(), person)).engineId] })
    for (const headers of [colleague.headers, stranger.headers, narrow]) {
      expect(await toolsOf(headers)).toEqual([])
      const client = await connected(headers)
      expect((await called(client, name, { Age: 40, Sum: 1000 })).content[0]?.text).toContain('ENGINE_NOT_FOUND')
      expect((await called(client, 'explain_result', { tool: name, output: 'Premium' })).isError).toBe(true)
      expect((await called(client, 'search_engines', {})).structuredContent).toEqual({ engines: [] })
      await client.close()
    }
    await person.client.call(setEntityPermissions, {
      params: { entityType: 'engine', entityId: engine.engineId },
      body: { principals: [{ principal: { type: 'user', id: colleague.userId }, level: 'view' }] },
    })
    expect(await toolsOf(colleague.headers)).toHaveLength(3)
    // Only editors may have the workbook.
    const client = await connected(colleague.headers)
    expect((await called(client, name, { Age: 40, Sum: 1000 })).structuredContent).toMatchObject({
      outputs: { Premium: 10 },
    })
    const why = await called(client, 'explain_result', { tool: name, output: 'Premium' })
    expect(why.content[0]?.text).toContain('PERMISSION_DENIED')
    await client.close()
    await expect(connected({})).rejects.toThrow(/401|UNAUTHORIZED/)
  })

  test('speaks the protocol to the letter', async () => {
    const { person } = await offered()
    const post = (body: unknown) =>
      fetch(`${server().origin}/${person.tenantName}/api/v1/mcp`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const told = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([told.status, await told.text()]).toEqual([202, ''])
    const unknown = await post({ jsonrpc: '2.0', id: 7, method: 'tools/none' })
    expect(await unknown.json()).toMatchObject({ id: 7, error: { code: -32601 } })
    expect((await post({ jsonrpc: '1.0', id: 7, method: 'tools/list' })).status).toBe(400)
    const stream = await fetch(`${server().origin}/api/v1/mcp`, { headers: person.headers })
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')])
  })
})
