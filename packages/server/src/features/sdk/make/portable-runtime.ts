import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'

const run = promisify(execFile)
const here = import.meta.dirname

/** What this process has bundled. */
const bundles = new Map<string, Promise<string>>()

/** The runtime of JS sheets as one script that sets `runtime`; made once in each process. */
export function portableRuntime({ withEvaluator }: { readonly withEvaluator: boolean }): Promise<string> {
  const module = path.join(here, withEvaluator ? 'full-runtime.ts' : 'plain-runtime.ts')
  const known = bundles.get(module)
  if (known !== undefined) return known
  const bundle = bundleOf(module)
  bundles.set(module, bundle)
  // A disk that was full for a moment is asked again.
  bundle.catch(() => bundles.delete(module))
  return bundle
}

async function bundleOf(module: string): Promise<string> {
  const folder = await temporaryFolder('code')
  try {
    const file = path.join(folder, 'runtime.js')
    await run(process.execPath, [path.join(here, 'bundle-runtime.ts'), module, file], { env: {} })
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
