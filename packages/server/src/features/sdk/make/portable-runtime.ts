import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { families } from '@sheetwright/runtime/functions/registry.ts'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'

const run = promisify(execFile)
const here = import.meta.dirname

/** Bundles made by this process. */
const bundles = new Map<string, Promise<string>>()

const hasWorkbook = /^export const workbook\b/m
const asksFor = /\bhost\.fn\("([^"]+)"\)/g

/** True if the program leaves cells to the reference evaluator. */
export function needsEvaluator(program: string): boolean {
  return hasWorkbook.test(program)
}

/** The runtime of JS sheets as one script that sets `runtime`; built once per process. */
export function portableRuntime({ withEvaluator }: { readonly withEvaluator: boolean }): Promise<string> {
  return onceBundled(withEvaluator ? 'full-runtime.ts' : 'plain-runtime.ts')
}

/** The runtime of SQL functions: as small as the program allows, since databases limit the size of a function. */
export function sqlRuntime(program: string): Promise<string> {
  if (needsEvaluator(program)) return onceBundled('sql-full-runtime.ts')
  return bundleOf('sql-runtime.ts', familiesOf(program))
}

/** The families of the functions that a program calls, by their registry names. At least one. */
function familiesOf(program: string): string[] {
  const names = new Set(['ABS', ...[...program.matchAll(asksFor)].map(([, name]) => name as string)])
  const needed = Object.entries(families).filter(([, members]) => members.some(({ name }) => names.has(name)))
  const found = new Set(needed.flatMap(([, members]) => members.map(({ name }) => name)))
  const missing = [...names].find((name) => !found.has(name))
  if (missing !== undefined) throw new Error(`No family has the function ${missing}`)
  return needed.map(([family]) => family)
}

function onceBundled(module: string): Promise<string> {
  const known = bundles.get(module)
  if (known !== undefined) return known
  const bundle = bundleOf(module)
  bundles.set(module, bundle)
  // Retry after a temporary failure, such as a full disk.
  bundle.catch(() => bundles.delete(module))
  return bundle
}

async function bundleOf(module: string, needed: readonly string[] = []): Promise<string> {
  const folder = await temporaryFolder('code')
  try {
    const file = path.join(folder, 'runtime.js')
    await run(process.execPath, [path.join(here, 'bundle-runtime.ts'), path.join(here, module), file, ...needed], {
      env: {},
    })
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
