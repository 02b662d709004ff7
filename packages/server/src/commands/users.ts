import { parseArgs } from 'node:util'
import { groupLabel } from '@sheetwright/contract/users/group-label.ts'
import { userEmail } from '@sheetwright/contract/users/user.ts'
import { addPerson } from '../features/users/add-person.ts'
import { forgetFactorByOperator } from '../features/users/forget-factor.ts'
import { makeSuperuser } from '../features/users/set-superuser.ts'
import { resetPassword } from '../features/users/reset-password.ts'
import { createPasswords } from '../platform/identity/passwords.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorSettings } from './operator.ts'
import { withDatabase } from './with-database.ts'

export const addUser: Command = {
  usage: 'EMAIL [--tenant NAME] [--group LABEL]',
  meaning: 'add somebody, a supervisor:pf by default, and print a one-time password',
  run: async (args) => {
    const { email, tenant, group } = await readUser(args, 'user add EMAIL [--tenant NAME] [--group LABEL]')
    if (!userEmail.safeParse(email).success) throw new StartupError(`Not a mail address: ${email}`)
    if (!groupLabel.safeParse(group).success) {
      throw new StartupError(`Not a group: ${group} (such as supervisor:pf or user:pf.forms)`)
    }
    const result = await withDatabase((db) => addPerson(db, createPasswords(), { email, tenant, group }))
    if (result.kind === 'noTenant') throw new StartupError(`There is no tenant ${tenant}`)
    if (result.kind === 'exists') throw new StartupError(`The tenant ${tenant} has a user ${email} already`)
    process.stdout.write(`One-time password of ${email} in ${tenant}: ${result.oneTimePassword}\n`)
  },
}

export const resetUserPassword: Command = {
  usage: 'EMAIL [--tenant NAME]',
  meaning: 'print a new one-time password',
  run: async (args) => {
    const { email, tenant } = await readUser(args, 'user reset-password EMAIL [--tenant NAME]')
    const password = await withDatabase((db) => resetPassword(db, createPasswords(), { email, tenant }))
    if (password === undefined) throw new StartupError(`The tenant ${tenant} has no user ${email}`)
    process.stdout.write(`One-time password of ${email} in ${tenant}: ${password}\n`)
  },
}

export const resetUserFactor: Command = {
  usage: 'EMAIL [--tenant NAME]',
  meaning: 'remove a second factor that was lost',
  run: async (args) => {
    const { email, tenant } = await readUser(args, 'user reset-second-factor EMAIL [--tenant NAME]')
    const removed = await withDatabase((db) => forgetFactorByOperator(db, { email, tenant }))
    if (removed === undefined) throw new StartupError(`The tenant ${tenant} has no user ${email}`)
    process.stdout.write(
      `${email} in ${tenant} ${removed ? 'has no second factor any more' : 'had no second factor'}\n`,
    )
  },
}

export const superuser: Command = {
  usage: 'EMAIL [--tenant NAME] [--off]',
  meaning: 'make somebody a superuser, or no longer one',
  run: async (args) => {
    const on = !args.includes('--off')
    const words = args.filter((word) => word !== '--off')
    const { email, tenant } = await readUser(words, 'user superuser EMAIL [--tenant NAME] [--off]')
    const found = await withDatabase((db) => makeSuperuser(db, { email, tenant }, on))
    if (!found) throw new StartupError(`The tenant ${tenant} has no user ${email}`)
    process.stdout.write(`${email} in ${tenant} is ${on ? 'now' : 'no longer'} a superuser\n`)
  },
}

async function readUser(
  args: readonly string[],
  usage: string,
): Promise<{ email: string; tenant: string; group: string }> {
  const { defaultTenant } = await operatorSettings()
  try {
    const options = {
      tenant: { type: 'string', default: defaultTenant },
      group: { type: 'string', default: 'supervisor:pf' },
    } as const
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [email, ...more] = positionals
    if (email !== undefined && more.length === 0) return { email, ...values }
  } catch {
    // Falls through to the usage: the operator sees the wrong word.
  }
  throw new StartupError(`Usage: npm run admin -- ${usage}`)
}
