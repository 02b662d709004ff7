import { tenantNameProblem } from '../features/tenants/tenant-name.ts'
import { insertTenant, listTenants as allTenants } from '../features/tenants/tenant.store.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { joinDatabaseServer } from '../platform/db/installation.ts'
import { prepareDatabase } from '../platform/db/prepare.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorLog, operatorSettings, readWords } from './operator.ts'

export const createTenant: Command = {
  usage: 'NAME',
  meaning: 'add a tenant',
  run: async (args) => {
    const { words } = readWords(args, 'tenant create NAME', 1)
    const [name = ''] = words
    const problem = tenantNameProblem(name)
    if (problem !== undefined) throw new StartupError(`The tenant name "${name}" ${problem}`)
    const id = await withDatabase((db) => db.inSystem((tx) => insertTenant(tx, name)))
    if (id === undefined) throw new StartupError(`There is a tenant "${name}" already`)
    process.stdout.write(`Created the tenant ${name}\n`)
  },
}

export const listTenants: Command = {
  usage: '',
  meaning: 'list the tenants',
  run: async (args) => {
    readWords(args, 'tenant list', 0)
    const tenants = await withDatabase((db) => db.inSystem(allTenants))
    for (const { name, createdAt } of tenants) process.stdout.write(`${name}\t${createdAt.toISOString()}\n`)
  },
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const settings = await operatorSettings()
  const log = operatorLog()
  const server = await joinDatabaseServer(settings, { log })
  try {
    const { app } = await prepareDatabase(server.owner, server.appOverride)
    const db = openDatabase(app, { log, maxConnections: 2 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await server.stop()
  }
}
