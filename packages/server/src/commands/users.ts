import { parseArgs } from 'node:util'
import { resetPassword } from '../features/users/reset-password.ts'
import { createPasswords } from '../platform/identity/passwords.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorSettings } from './operator.ts'
import { withDatabase } from './with-database.ts'

export const resetUserPassword: Command = {
  usage: 'EMAIL [--tenant NAME]',
  meaning: 'print a new one-time password',
  run: async (args) => {
    const { email, tenant } = await readUser(args)
    const password = await withDatabase((db) => resetPassword(db, createPasswords(), { email, tenant }))
    if (password === undefined) throw new StartupError(`The tenant ${tenant} has no user ${email}`)
    process.stdout.write(`One-time password of ${email} in ${tenant}: ${password}\n`)
  },
}

async function readUser(args: readonly string[]): Promise<{ email: string; tenant: string }> {
  const { defaultTenant } = await operatorSettings()
  try {
    const options = { tenant: { type: 'string', default: defaultTenant } } as const
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [email, ...more] = positionals
    if (email !== undefined && more.length === 0) return { email, tenant: values.tenant }
  } catch {
    // Falls through to the usage: the wrong word is in front of the operator.
  }
  throw new StartupError('Usage: npm run admin -- user reset-password EMAIL [--tenant NAME]')
}
