import { parseArgs } from 'node:util'
import { findTenantByName } from '../platform/identity/tenants.store.ts'
import { listMails } from '../platform/mail/mail.store.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorSettings } from './operator.ts'
import { withDatabase } from './with-database.ts'

export const showOutbox: Command = {
  usage: '[--tenant NAME]',
  meaning: 'print the newest mails of a tenant, sent or waiting',
  run: async (args) => {
    const tenant = await readTenant(args)
    const mails = await withDatabase(async (db) => {
      const found = await db.inSystem((tx) => findTenantByName(tx, tenant))
      if (!found) throw new StartupError(`There is no tenant ${tenant}`)
      return db.inTenant(found.id, (tx) => listMails(tx, 20))
    })
    for (const { recipient, subject, body, createdAt, sentAt, lastError } of mails.toReversed()) {
      const state = sentAt ? `sent ${sentAt.toISOString()}` : (lastError ?? 'waiting')
      process.stdout.write(
        `To: ${recipient}\nSubject: ${subject}\nDate: ${createdAt.toISOString()} (${state})\n\n${body}\n`,
      )
    }
  },
}

async function readTenant(args: readonly string[]): Promise<string> {
  const { defaultTenant } = await operatorSettings()
  try {
    return parseArgs({ args: [...args], options: { tenant: { type: 'string', default: defaultTenant } } }).values.tenant
  } catch {
    throw new StartupError('Usage: npm run admin -- outbox [--tenant NAME]')
  }
}
