import { parseArgs } from 'node:util'
import { listTenants } from '../features/tenants/tenant.store.ts'
import { verifyAudit } from '../platform/audit/verify-audit.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const verifyAuditTrail: Command = {
  usage: '[--tenant NAME [--head N:HASH]]',
  meaning: 'check that no entry of the audit trail was changed or removed',
  run: async (args) => {
    const { tenant, head } = readOptions(args)
    const broken = await withDatabase(async (db) => {
      const tenants = (await db.inSystem(listTenants)).filter(({ name }) => tenant === undefined || name === tenant)
      if (tenants.length === 0) throw new StartupError(`There is no tenant ${tenant ?? ''}`)
      let count = 0
      for (const { id, name } of tenants) {
        const verdict = await verifyAudit(db, id, head)
        if (verdict.kind === 'broken') count += 1
        const result =
          verdict.kind === 'whole'
            ? `whole, ${verdict.entries} entries, head ${verdict.entries}:${verdict.head}`
            : `BROKEN at entry ${verdict.number}: ${verdict.reason}`
        process.stdout.write(`${name}: ${result}\n`)
      }
      return count
    })
    if (broken > 0) throw new StartupError('The audit trail is not what was written')
  },
}

function readOptions(args: readonly string[]): { tenant?: string | undefined; head?: string | undefined } {
  try {
    const options = { tenant: { type: 'string' }, head: { type: 'string' } } as const
    const { values } = parseArgs({ args: [...args], options })
    if (values.head === undefined || (values.tenant !== undefined && /^\d+:[0-9a-f]{64}$/.test(values.head)))
      return values
  } catch {
    // Falls through to the usage: the operator sees the wrong word.
  }
  throw new StartupError('Usage: npm run admin -- audit verify [--tenant NAME [--head N:HASH]]')
}
