import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { configurationFile } from '@sheetwright/contract/configuration/configuration-file.ts'
import { applyFile } from '../features/configuration/apply-file.ts'
import { differencesOf } from '../features/configuration/configuration-differences.ts'
import { currentConfiguration } from '../features/configuration/current-configuration.ts'
import { operator } from '../platform/audit/audit.store.ts'
import type { Database } from '../platform/db/database.ts'
import { CallError } from '../platform/http/call-error.ts'
import { findTenantByName } from '../platform/identity/tenants.store.ts'
import { StartupError } from '../startup-error.ts'
import type { Command } from './command.ts'
import { operatorSettings } from './operator.ts'
import { withDatabase } from './with-database.ts'

export const exportConfiguration: Command = {
  usage: '[--tenant NAME]',
  meaning: 'print what a tenant has configured as JSON',
  run: async (args) => {
    const { tenant } = await readArguments(args, 'config export [--tenant NAME]', 0)
    const file = await withDatabase(async (db) => db.inTenant(await tenantId(db, tenant), currentConfiguration))
    process.stdout.write(`${JSON.stringify(file, null, 2)}\n`)
  },
}

export const applyConfiguration: Command = {
  usage: 'FILE [--tenant NAME] [--dry-run]',
  meaning: 'apply such a file, all of it or nothing; --dry-run only tells what it would change',
  run: async (args) => {
    const usage = 'config apply FILE [--tenant NAME] [--dry-run]'
    const { tenant, file, dryRun } = await readArguments(args, usage, 1)
    const wanted = configurationFile.safeParse(await readJson(file))
    if (!wanted.success) {
      const problems = wanted.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
      throw new StartupError([`${file} is no configuration file:`, ...problems].join('\n'))
    }
    const differences = await withDatabase(async (db) =>
      db.inTenant(await tenantId(db, tenant), async (tx) =>
        dryRun
          ? differencesOf(await currentConfiguration(tx), wanted.data)
          : (await applyFile(tx, operator, wanted.data)).differences,
      ),
    ).catch((error: unknown) => {
      if (error instanceof CallError) throw new StartupError(`Nothing was changed. ${error.message}`)
      throw error
    })
    for (const { path, before, after } of differences) {
      process.stdout.write(`${path}: ${before ?? '–'} → ${after ?? '–'}\n`)
    }
    process.stdout.write(`${differences.length} ${dryRun ? 'settings differ' : 'settings were changed'}\n`)
  },
}

async function tenantId(db: Database, name: string): Promise<string> {
  const tenant = await db.inSystem((tx) => findTenantByName(tx, name))
  if (!tenant) throw new StartupError(`There is no tenant ${name}`)
  return tenant.id
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new StartupError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function readArguments(args: readonly string[], usage: string, count: 0 | 1) {
  const { defaultTenant } = await operatorSettings()
  try {
    const options = {
      tenant: { type: 'string', default: defaultTenant },
      'dry-run': { type: 'boolean', default: false },
    } as const
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length === count) {
      return { tenant: values.tenant, dryRun: values['dry-run'], file: positionals[0] ?? '' }
    }
  } catch {
    // Falls through to the usage: the operator sees the wrong word.
  }
  throw new StartupError(`Usage: npm run admin -- ${usage}`)
}
