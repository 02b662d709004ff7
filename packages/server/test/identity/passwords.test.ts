import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { membershipOf } from '../../src/platform/identity/group-rules.ts'
import { newOneTimePassword, createPasswords, passwordProblem } from '../../src/platform/identity/passwords.ts'
import { findUser, setPassword } from '../../src/platform/identity/users.store.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { addPerson, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()

describe('passwords', () => {
  const passwords = createPasswords()

  test('are kept as argon2id with their cost, and compared without regard to how accents are composed', async () => {
    const hash = await passwords.hash('café à la carte')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$[\w-]{22}\$[\w-]{43}$/)
    expect(await passwords.hash('café à la carte')).not.toBe(hash)
    expect(await passwords.verify('café à la carte'.normalize('NFD'), hash)).toEqual({ ok: true, outdated: false })
    expect((await passwords.verify('cafe a la carte', hash)).ok).toBe(false)
    expect((await passwords.verify('anything', null)).ok).toBe(false)
    expect((await passwords.verify('anything', 'not a hash')).ok).toBe(false)
  })

  test('hashed at an older cost still open the door, and are hashed anew on the way in', async () => {
    await newTenant(database.db, 'demo')
    const server = await startPeopleServer(database.db)
    const person = await addPerson(database.db, 'demo', { email: 'old@demo.test' })
    const nonce = randomBytes(16)
    const cost = { memory: 8192, passes: 1, parallelism: 1 }
    const tag = argon2Sync('argon2id', { message: person.password, nonce, tagLength: 32, ...cost })
    const hash = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
    await database.db.inTenant(person.tenantId, (tx) => setPassword(tx, person.userId, { hash, oneTime: false }))
    await signInAs(server, person)
    const user = await database.db.inTenant(person.tenantId, (tx) => findUser(tx, person.userId))
    expect(user?.passwordHash).toContain('m=32768,t=3')
    await signInAs(server, person)
    await server.stop()
  })

  test('set by somebody else in the meantime are not replaced by the hash of an older one', async () => {
    const { tenantId, userId } = await addPerson(database.db, 'demo', { email: 'race@demo.test' })
    const set = (hash: string, replacing?: string) =>
      database.db.inTenant(tenantId, (tx) =>
        setPassword(tx, userId, { hash, oneTime: false, ...(replacing === undefined ? {} : { replacing }) }),
      )
    await set('first')
    expect(await set('second')).toBe(true)
    expect(await set('first, hashed anew', 'first')).toBe(false)
    const user = await database.db.inTenant(tenantId, (tx) => findUser(tx, userId))
    expect(user?.passwordHash).toBe('second')
  })

  test.each([
    ['correct horse battery', null],
    ['パスワードはとても長いです', null],
    ['elevenchars', 'tooShort'],
    ['x'.repeat(201), 'tooLong'],
    ['passwordpassword', 'tooCommon'],
    ['Password1234!', 'tooCommon'],
    ['123456789012', 'tooCommon'],
    ['abababababab', 'tooCommon'],
    ['qwertyuiop99', 'tooCommon'],
    ['maria.lopez12', 'containsName'],
    ['the current one', 'unchanged'],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password, { email: 'Maria.Lopez@demo.test', current: 'the current one' })).toBe(problem)
  })

  test('for one sign-in are long, readable and never the same', () => {
    const made = new Set(Array.from({ length: 100 }, newOneTimePassword))
    expect(made.size).toBe(100)
    for (const password of made) expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
  })
})

describe('group labels', () => {
  test.each([
    [['supervisor:pf'], ['supervisor:pf', 'user:pf.forms'], 'supervisor'],
    [
      ['user:pf.forms', 'supervisor:pf.rates'],
      ['supervisor:pf.rates', 'user:pf.forms', 'user:pf.rates.forms'],
      'supervisor',
    ],
    [['user:pf'], ['user:pf'], 'user'],
    [['/user:pf.forms', ' user:pf.forms '], ['user:pf.forms'], 'user'],
    [['user:marketing', 'admin:pf', 'Supervisor:pf', 'supervisor', ':pf', 'supervisor:', 'user:pf forms'], [], null],
    [[], [], null],
  ])('%j', (labels, groups, role) => {
    expect(membershipOf(labels)).toEqual({ groups, role })
  })
})
