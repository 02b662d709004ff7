import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { appEndpointOf } from '../../packages/server/src/platform/db/app-role.ts'
import { openDatabase } from '../../packages/server/src/platform/db/database.ts'
import { joinDatabaseServer } from '../../packages/server/src/platform/db/installation.ts'
import { createPasswords } from '../../packages/server/src/platform/identity/passwords.ts'
import { insertUser, setPassword } from '../../packages/server/src/platform/identity/users.store.ts'
import { insertTenant } from '../../packages/server/src/features/tenants/tenant.store.ts'

/** Password of everybody in the stories, after the first sign-in. */
export const password = 'seven quiet lanterns 42'

/** The same as after a first start. */
const people = [
  { email: 'supervisor@demo.test', fullName: 'Sam Supervisor', groups: ['supervisor:pf'] },
  { email: 'user@demo.test', fullName: 'Uma User', groups: ['user:pf.forms'] },
]

/** Adds a tenant with the people of a first start to a running product, like an operator; returns its name. */
export async function addTenant(data: string): Promise<string> {
  const log = pino({ level: 'silent' })
  const server = await joinDatabaseServer({ data, databaseUrl: undefined, appDatabaseUrl: undefined }, { log })
  const db = openDatabase(appEndpointOf(server.owner), { log, maxConnections: 1 })
  try {
    const name = `story-${randomUUID().slice(0, 8)}`
    const hash = await createPasswords().hash(password)
    const tenantId = await db.inSystem((tx) => insertTenant(tx, name))
    if (tenantId === undefined) throw new Error(`There is a tenant ${name} already`)
    await db.inTenant(tenantId, async (tx) => {
      for (const person of people) {
        const id = await insertUser(tx, { ...person, oneTimePasswordHash: null })
        await setPassword(tx, id, { hash, oneTime: false })
      }
    })
    return name
  } finally {
    await db.close()
  }
}
