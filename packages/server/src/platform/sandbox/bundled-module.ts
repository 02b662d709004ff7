import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../files/temporary-folder.ts'

const run = promisify(execFile)
const bundler = path.join(import.meta.dirname, 'bundle-module.ts')

/** Bundles of this process, by the file of the module. */
const bundles = new Map<string, Promise<string>>()

/**
 * File of a module with everything it imports, as plain JavaScript. A process that runs it starts in a fifth of a
 * second instead of more than one, because it has no types to strip from hundreds of files. It is built once in each
 * process, from the sources at that time.
 */
export async function bundledModule(module: string): Promise<string> {
  const known = bundles.get(module)
  // Systems that clean up their temporary folder remove it from a process that runs for weeks.
  if (known !== undefined && (await exists(known))) return known
  const bundle = bundleOf(module)
  bundles.set(module, bundle)
  // Retry after a failure: a disk may have been full for a moment.
  bundle.catch(() => bundles.delete(module))
  return bundle
}

async function bundleOf(module: string): Promise<string> {
  const folder = await temporaryFolder('code')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, `${path.basename(module, '.ts')}.mjs`)
  await run(process.execPath, [bundler, module, file], { env: {} })
  return file
}

async function exists(file: Promise<string>): Promise<boolean> {
  return access(await file).then(
    () => true,
    () => false,
  )
}
