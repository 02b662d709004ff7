import { tenantNameProblem } from '../platform/identity/tenant-name.ts'
import { insertTenant, listTenants as allTenants } from '../features/tenants/tenant.store.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { readWords } from './operator.ts'
import { withDatabase } from './with-database.ts'

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
