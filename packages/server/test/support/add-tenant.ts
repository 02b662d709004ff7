import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { insertTenant } from '../../src/features/tenants/tenant.store.ts'
import { appEndpointOf } from '../../src/platform/db/app-role.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { joinDatabaseServer } from '../../src/platform/db/installation.ts'
import { createPasswords } from '../../src/platform/identity/passwords.ts'
import { insertUser, setPassword } from '../../src/platform/identity/users.store.ts'

/** The same as after a first start. */
const people = [
  { email: 'supervisor@demo.test', fullName: 'Sam Supervisor', groups: ['supervisor:pf'] },
  { email: 'user@demo.test', fullName: 'Uma User', groups: ['user:pf.forms'] },
]

/**
 * Adds a tenant to the running product with this data folder, like an operator, and the people of a first start, who
 * have chosen this password. Returns its name.
 */
export async function addTenant(data: string, password: string): Promise<string> {
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
