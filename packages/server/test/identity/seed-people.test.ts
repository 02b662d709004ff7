import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstSteps, seedPeople } from '../../src/features/users/seed-people.ts'
import { createPasswords } from '../../src/platform/identity/passwords.ts'
import { createTestDatabase, useTestDatabase } from '../support/test-database.ts'
import { Browser, WebClient } from './browser.ts'
import { type PeopleServer, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer

beforeAll(async () => {
  server = await startPeopleServer(database.db)
})
afterAll(async () => {
  await server.stop()
})

test('the first start makes the tenant and its people once, with passwords that are good for one sign-in', async () => {
  const passwords = createPasswords()
  const starts = await Promise.all([1, 2, 3].map(() => seedPeople(database.db, passwords, 'demo')))
  const people = starts.flat()
  expect(people.map(({ email, groups }) => ({ email, groups }))).toEqual([
    { email: 'supervisor@demo.test', groups: ['supervisor:pf'] },
    { email: 'user@demo.test', groups: ['user:pf.forms'] },
  ])
  expect(await seedPeople(database.db, passwords, 'demo')).toEqual([])
  expect(await firstSteps(database.db, passwords, 'demo')).toEqual([
    expect.stringContaining('npm run admin -- user reset-password supervisor@demo.test'),
  ])

  for (const { email, oneTimePassword } of people) {
    const client = new WebClient(new Browser(server.origin))
    // With a single tenant nobody is asked which one.
    const page = await client.start()
    expect(page.text).not.toContain('>Tenant<')
    const asked = await client.browser.submit(page, { email, password: oneTimePassword })
    const done = await client.browser.submit(asked, { password: `phrase of ${email}`, repeated: `phrase of ${email}` })
    const { id_token: token } = await client.exchange(done)
    const answer = await server.call('/api/v1/UserLogin/GetUserDetail', { token })
    expect(answer.body.data).toMatchObject({ userEmailID: email, tenant: 'demo' })
  }
  expect(await firstSteps(database.db, passwords, 'demo')).toEqual([])
})

test('what the first start shows has the passwords in it', async () => {
  const other = await createTestDatabase()
  const lines = await firstSteps(other.db, createPasswords(), 'Acme')
  expect(lines[1]).toMatch(/^ {2}supervisor@acme\.test {2}(\w{5}-){3}\w{5} {2}\(supervisor:pf\)$/)
  expect(lines[2]).toContain('user@acme.test')
  await other.drop()
})
