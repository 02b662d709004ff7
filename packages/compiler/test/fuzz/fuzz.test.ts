import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** A short, repeatable sample of `npm run fuzz`; a case that fails, hangs or crashes ends it with an error. */
it.each(['read', 'formulas'])('%s: damaged input neither crashes nor hangs', async (name) => {
  const script = path.join(import.meta.dirname, `../../fuzz/${name}.ts`)
  const { stdout } = await run(process.execPath, [script, '--seed', '7', '--cases', '400'])
  expect(stdout).toContain('400 cases, seed 7')
  expect(stdout).toContain('; 0 failures')
})
