import { access } from 'node:fs/promises'
import path from 'node:path'
import { bundledModule as bundleNow } from '../../src/platform/sandbox/bundled-module.ts'

/** Takes the place of `bundledModule` in the bundle of the server, where some modules lie beside it. */
export async function bundledModule(module: string): Promise<string> {
  const file = path.join(import.meta.dirname, `${path.basename(module, '.ts')}.mjs`)
  return access(file).then(
    () => file,
    () => bundleNow(module),
  )
}
