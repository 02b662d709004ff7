import { verifyAuditTrail } from './commands/audit.ts'
import { backup, restore, verify } from './commands/backup.ts'
import type { Command } from './commands/command.ts'
import { applyConfiguration, exportConfiguration } from './commands/configuration.ts'
import { resetDemo } from './commands/demo.ts'
import { verifyFiles } from './commands/files.ts'
import { migrate } from './commands/migrate.ts'
import { showOutbox } from './commands/outbox.ts'
import { settings } from './commands/settings.ts'
import { createTenant, listTenants } from './commands/tenants.ts'
import { addUser, resetUserFactor, resetUserPassword, superuser } from './commands/users.ts'
import { StartupError } from './startup-error.ts'

const commands: Readonly<Record<string, Command>> = {
  backup: backup,
  restore: restore,
  verify: verify,
  'tenant create': createTenant,
  'tenant list': listTenants,
  'user add': addUser,
  'user reset-password': resetUserPassword,
  'user reset-second-factor': resetUserFactor,
  'user superuser': superuser,
  outbox: showOutbox,
  'demo reset': resetDemo,
  'audit verify': verifyAuditTrail,
  'files verify': verifyFiles,
  'config export': exportConfiguration,
  'config apply': applyConfiguration,
  migrate: migrate,
  settings: settings,
}

/** Operator commands, beside or instead of a running server. Prints one line for an operator's mistake. */
try {
  await runCommand(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function runCommand(words: readonly string[]): Promise<void> {
  for (const [name, command] of Object.entries(commands)) {
    const length = name.split(' ').length
    if (words.slice(0, length).join(' ') !== name) continue
    await command.run(words.slice(length))
    return
  }
  const calls = Object.entries(commands).map(([name, { usage, meaning }]) => ({ call: `${name} ${usage}`, meaning }))
  const width = Math.max(...calls.map(({ call }) => call.length))
  const known = calls.map(({ call, meaning }) => `  ${call.padEnd(width)}  ${meaning}`)
  throw new StartupError(['Usage: npm run admin -- COMMAND', ...known].join('\n'))
}
