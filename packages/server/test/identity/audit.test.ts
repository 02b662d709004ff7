import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logAuditHeads } from '../../src/features/audit/log-audit-heads.schedule.ts'
import { operator, recordAudit } from '../../src/platform/audit/audit.store.ts'
import { verifyAudit } from '../../src/platform/audit/verify-audit.ts'
import { postgresFailure } from '../../src/platform/db/sql-errors.ts'
import type { Services } from '../../src/services.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { addPerson, type PeopleServer, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer
let tenantId: string
let admin: string

beforeAll(async () => {
  tenantId = await newTenant(database.db, 'demo')
  server = await startPeopleServer(database.db)
  const supervisor = await addPerson(database.db, 'demo', { email: 'boss@demo.test', groups: ['supervisor:pf'] })
  admin = (await signInAs(server, supervisor)).tokens.id_token
})
afterAll(async () => {
  await server.stop()
})

const call = (method: string, path: string, body?: unknown) =>
  server.call(path, { token: admin, method, ...(body === undefined ? {} : { body }) })

const record = (name: string) => ({
  action: 'thing.change',
  entityType: 'thing',
  entityId: '1',
  entityName: name,
  before: { b: 1.5, a: [1, { z: null, y: 'é' }] },
  after: { deep: { list: ['x'], at: new Date(0) } },
})

/** Acts as an attacker with direct database access who switches off its protection. */
async function tamper(statement: string): Promise<void> {
  const client = new Client({ ...database.owner, options: '-c search_path=sheetwright' })
  await client.connect()
  await client.query(`ALTER TABLE audit_entries NO FORCE ROW LEVEL SECURITY; ALTER TABLE audit_entries DISABLE TRIGGER ALL;
    ${statement};
    ALTER TABLE audit_entries ENABLE TRIGGER ALL; ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY`)
  await client.end()
}

describe('the audit trail', () => {
  test('keeps who changed what, before and after, with the id of the request', async () => {
    const added = await call('POST', '/users/api/admin/users', {
      email: 'changed@demo.test',
      group_path: 'user:pf',
      data: { FullName: '=1+1, "quoted"' },
    })
    const { user_id: id } = added.body.data as { user_id: string }
    const changed = await call('PUT', `/users/api/admin/users/${id}`, { data: { FullName: '+Renamed' } })
    const search = [{ field: 'entityId', value: id }]
    const list = await call('POST', '/api/v1/audit/list', { search })
    expect(list.body).toMatchObject({
      count: 2,
      data: [
        {
          action: 'user.update',
          actorName: 'Test Person',
          entityType: 'user',
          before: { fullName: '=1+1, "quoted"' },
          after: { fullName: '+Renamed', email: 'changed@demo.test' },
          correlationId: changed.body.correlationId,
        },
        { action: 'user.add', before: null },
      ],
    })
    const others = await call('POST', '/api/v1/audit/list', { search: [{ field: 'to', value: '2020-01-01' }] })
    expect(others.body).toMatchObject({ count: 0 })
    const wrong = await call('POST', '/api/v1/audit/list', { search: [{ field: 'from', value: 'yesterday' }] })
    expect(wrong.body.errorCode).toBe('INVALID_DATETIME')
  })

  test('keeps every change of a product', async () => {
    const form = (fields: Record<string, string>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return body
    }
    const headers = { authorization: `Bearer ${admin}` }
    await fetch(`${server.origin}/api/v1/product/create`, { method: 'POST', headers, body: form({ Name: 'Motor' }) })
    await call('POST', '/api/v1/product/update/Motor', { name: 'Motor 2' })
    await call('DELETE', '/api/v1/product/delete/Motor%202')
    await call('POST', '/api/v1/product/undelete/Motor%202')
    const list = await call('POST', '/api/v1/audit/list', { search: [{ field: 'entityType', value: 'product' }] })
    expect(list.body.data).toMatchObject([
      { action: 'product.undelete', before: null, after: { name: 'Motor 2' } },
      { action: 'product.delete', before: { name: 'Motor 2' }, after: null },
      { action: 'product.update', before: { name: 'Motor' }, after: { name: 'Motor 2' } },
      { action: 'product.create', before: null, after: { name: 'Motor', status: 'Design' } },
    ])
  })

  test('is exported without anything that a spreadsheet would run', async () => {
    const answer = await fetch(`${server.origin}/api/v1/audit/export`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(answer.headers.get('content-disposition')).toContain('audit-demo.csv')
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines[0]).toContain('number,at,actor')
    expect(lines.join('\n')).toContain(`"'=1+1, ""quoted"""`)
    expect(lines.join('\n')).toContain(`"'+Renamed"`)
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@-]/)
  })

  test('is exported as far as it matches what the page shows', async () => {
    const exported = async (query: string) => {
      const answer = await fetch(`${server.origin}/api/v1/audit/export?${query}`, {
        headers: { authorization: `Bearer ${admin}` },
      })
      const lines = (await answer.text()).trimEnd().split('\r\n')
      return lines.slice(1).map((line) => line.split(',')[3])
    }
    expect(await exported('entityType=product&entityName=motor')).toEqual([
      'product.create',
      'product.update',
      'product.delete',
      'product.undelete',
    ])
    expect(await exported('entityType=product&action=undelete')).toEqual(['product.undelete'])
    expect(await exported('actor=nobody')).toEqual([])
    expect(await exported('to=2000-01-01')).toEqual([])
    const refused = await fetch(`${server.origin}/api/v1/audit/export?actor=%00`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    expect([refused.status, await refused.json()]).toMatchObject([400, { errorCode: 'INVALID_INPUT' }])
  })

  test('has its newest entry written to the log, with which a cut-off end is found', async () => {
    const lines: { tenantId?: string; head?: string }[] = []
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) })
    await logAuditHeads.run({ db: database.db, log } as unknown as Services, new AbortController().signal)
    const head = lines.find((line) => line.tenantId === tenantId)?.head
    expect(head).toMatch(/^\d+:[0-9a-f]{64}$/)
    expect(await verifyAudit(database.db, tenantId, head)).toMatchObject({ kind: 'whole' })
    expect(logAuditHeads.everySeconds).toBe(24 * 60 * 60)
  })

  test('refuses changes and removals, to the server’s role at least', async () => {
    for (const statement of ['UPDATE audit_entries SET actor_name = $$x$$', 'DELETE FROM audit_entries']) {
      const failure = await database.db.inTenant(tenantId, (tx) => tx.q.execute(statement)).catch(postgresFailure)
      expect(failure).toMatchObject({ message: 'Audit entries are never changed or removed' })
    }
  })

  test('many at once form one chain; each kind of tampering is found', async () => {
    const { db } = database
    const chain = async () => {
      const id = await newTenant(db)
      await Promise.all(
        Array.from({ length: 8 }, (_, i) => db.inTenant(id, (tx) => recordAudit(tx, operator, record(`Thing ${i}`)))),
      )
      return id
    }
    const whole = await chain()
    const verdict = await verifyAudit(db, whole)
    expect(verdict).toMatchObject({ kind: 'whole', entries: 8 })
    const head = verdict.kind === 'whole' ? `8:${verdict.head}` : ''
    expect(await verifyAudit(db, whole, head)).toMatchObject({ kind: 'whole' })

    await tamper(`DELETE FROM audit_entries WHERE tenant_id = '${whole}' AND number = 8`)
    expect(await verifyAudit(db, whole)).toMatchObject({ kind: 'whole', entries: 7 })
    expect(await verifyAudit(db, whole, head)).toMatchObject({ kind: 'broken', reason: /cut off/ })

    const changed = await chain()
    await tamper(`UPDATE audit_entries SET after = '{"deep": 1}' WHERE tenant_id = '${changed}' AND number = 3`)
    expect(await verifyAudit(db, changed)).toMatchObject({ kind: 'broken', number: 3, reason: /changed/ })

    const removed = await chain()
    await tamper(`DELETE FROM audit_entries WHERE tenant_id = '${removed}' AND number = 5`)
    expect(await verifyAudit(db, removed)).toMatchObject({ kind: 'broken', number: 5, reason: /missing/ })

    const closed = await chain()
    await tamper(`DELETE FROM audit_entries WHERE tenant_id = '${closed}' AND number = 5;
      UPDATE audit_entries SET number = number - 1 WHERE tenant_id = '${closed}' AND number > 5`)
    expect(await verifyAudit(db, closed)).toMatchObject({ kind: 'broken', number: 5, reason: /follow/ })
  })
})
