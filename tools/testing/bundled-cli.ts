import { rename } from 'node:fs/promises'
import path from 'node:path'
import { bundleCli } from '../setup/bundle-cli.mjs'

const target = path.join(import.meta.dirname, '../../.cache/cli/sheetwright.mjs')

/**
 * Bundles the command line once for a test run, because tests start it dozens of times and loading its sources takes
 * most of a second of a core.
 */
// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(): Promise<void> {
  if (process.env['BUNDLED_CLI'] !== undefined) return
  const unfinished = `${target}.${process.pid}`
  await bundleCli(unfinished)
  await rename(unfinished, target)
  process.env['BUNDLED_CLI'] = target
}
