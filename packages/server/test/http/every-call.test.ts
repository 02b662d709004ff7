import { eq } from 'drizzle-orm'
import type { Call } from '@sheetwright/contract/call.ts'
import { calls } from '@sheetwright/contract/calls.ts'
import { errorCodesOf } from '@sheetwright/contract/call-errors.ts'
import { errorStatus } from '@sheetwright/contract/error-codes.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { users } from '../../src/platform/db/schema/users.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

/** Rules for every call of the contract; new calls are covered automatically. */
const named = calls.map((call) => [call.id, call] as const)
const withCaller = named.filter(([, call]) => call.caller !== 'anyone')
const strict = named.filter(([, call]) => /^\/(api|users)\//i.test(call.path))

const objectOutputs = named.flatMap(([id, { output }]) => {
  if (output.kind === 'file') return []
  const schema = output.kind === 'list' ? output.item : output.schema
  return schema instanceof z.ZodObject ? [[id, schema] as const] : []
})

const addressOf = (call: Call) => call.path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')

async function answerTo(call: Call, headers: Record<string, string>, query = '', body?: unknown) {
  const response = await fetch(server().origin + addressOf(call) + query, {
    method: call.method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as {
    status: string
    errorCode?: string
    correlationId: string
    errors?: unknown
  }
  return { status: response.status, headers: response.headers, answer }
}

/** The allowed fields of a body can depend on its kind. */
const kindOf: Readonly<Record<string, object>> = { 'lookInside.runWhatIf': { kind: 'scenarios' } }

describe('every call', () => {
  // Every call below is refused, so they serve for all of them.
  let plain: SignedIn
  let supervisor: SignedIn
  let superuser: SignedIn
  beforeAll(async () => {
    plain = await server().signIn()
    supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    superuser = await server().signIn({ groups: ['supervisor:pf'] })
    await server().services.db.inTenant(superuser.tenantId, (tx) =>
      tx.q.update(users).set({ isSuperuser: true }).where(eq(users.id, superuser.userId)),
    )
  })

  it('has a name, and an address with its method, of its own', () => {
    const ids = calls.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const routes = calls.map(({ method, path }) => `${method} ${path.toLowerCase().replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(routes).size).toBe(routes.length)
  })

  it.each(named)('%s declares its parameters and only codes that have a status', (_, call) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    expect(Object.keys(call.params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted())
    for (const code of errorCodesOf(call)) expect(errorStatus[code]).toBeGreaterThanOrEqual(400)
    expect(call.method === 'GET' && call.body !== undefined, 'a GET with a body').toBe(false)
  })

  it.each(withCaller)('%s refuses somebody who is not signed in', async (_, call) => {
    const { status, headers, answer } = await answerTo(call, { 'x-request-id': 'my-own-id' })
    expect(status).toBe(401)
    expect(answer).toMatchObject({
      status: 'Error',
      data: null,
      errorCode: 'UNAUTHORIZED_ACCESS',
      correlationId: 'my-own-id',
    })
    expect(headers.get('x-request-id')).toBe('my-own-id')
  })

  it.each(withCaller)('%s refuses a token that nobody signed', async (_, call) => {
    const forged = `${plain.headers.authorization.slice(0, -8)}AAAAAAAA`
    expect(await answerTo(call, { authorization: forged })).toMatchObject({
      status: 401,
      answer: { errorCode: 'UNAUTHORIZED_ACCESS' },
    })
  })

  it.each(withCaller)('%s refuses a caller of another tenant than the one named', async (_, call) => {
    expect(await answerTo(call, { ...supervisor.headers, 'x-tenant-name': plain.tenantName })).toMatchObject({
      status: 403,
      answer: { errorCode: 'TENANT_MISMATCH' },
    })
  })

  it.each(strict)('%s refuses fields that it does not know', async (_, call) => {
    const inQuery = await answerTo(call, superuser.headers, '?no_such_field=1')
    expect(inQuery).toMatchObject({
      status: 400,
      answer: {
        errors: expect.arrayContaining([expect.objectContaining({ field: 'query.no_such_field' })]) as unknown,
      },
    })
    if (call.method === 'GET') return
    const inBody = await answerTo(call, superuser.headers, '', { ...kindOf[call.id], no_such_field: 1 })
    expect(inBody).toMatchObject({
      status: 400,
      answer: { errors: expect.arrayContaining([expect.objectContaining({ field: 'body.no_such_field' })]) as unknown },
    })
  })

  it.each(named.filter(([, call]) => call.caller === 'supervisor' || call.caller === 'superuser'))(
    '%s refuses a user without that role',
    async (_, call) => {
      expect(await answerTo(call, plain.headers)).toMatchObject({
        status: 403,
        answer: { errorCode: 'PERMISSION_DENIED' },
      })
    },
  )

  it.each(objectOutputs)('%s answers through an output that drops what it does not declare', (_, schema) => {
    expect(schema.def.catchall).toBeUndefined()
  })
})
