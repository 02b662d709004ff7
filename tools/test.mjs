import { readFileSync, rmSync } from 'node:fs'
import { checkCount, runChecks } from './checks/run-checks.mjs'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { chromiumOfMachine, ensureChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node24.mjs'
import { inRoot } from './setup/paths.mjs'
import { fail, say } from './setup/progress.mjs'
import { run } from './setup/run.mjs'
import { inTemporaryFolder } from './testing/temporary-folder.mjs'

/** Sets up everything the tests need; then runs the checks and all tests, and counts them in the last line. */

// Debian's Chromium is installed meanwhile: that is mostly waiting.
const ofMachine = chromiumOfMachine()
await ensureInstalled()
const node = findNode()
await ensureWebBuilt(node)
const chromium = await ensureChromium(node, ofMachine)
if (!chromium) {
  fail('The browser tests need a Chromium and none can be had here. Install one and name it in SHEETWRIGHT_CHROMIUM.')
}

// Named tests run without the checks, which have their own command.
const named = process.argv.slice(2)
const failedChecks = named.length > 0 ? [] : await runChecks(node)
const doneChecks = named.length > 0 ? 0 : checkCount - failedChecks.length

const counts = inRoot('.cache/test-counts.json')
rmSync(counts, { force: true })
const { code } = await inTemporaryFolder((TMPDIR) =>
  run(node, ['node_modules/vitest/vitest.mjs', 'run', ...named], {
    env: { ...process.env, SHEETWRIGHT_CHROMIUM: chromium, TMPDIR },
  }),
)

const { passed, failed, skipped } = counted(counts)
const failures = failed + failedChecks.length + (code !== 0 && failed === 0 ? 1 : 0)
if (failedChecks.length > 0) say(`Checks that failed: ${failedChecks.join(', ')}`)
if (skipped > 0 && named.length === 0)
  say(
    `${skipped} tests need an optional component that is not installed here (LibreOffice, or Python with pip) and did not run.`,
  )
const tally = `${passed + doneChecks} passed, ${failures} failed`
process.stdout.write(`${tally}${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exit(failures === 0 ? 0 : 1)

/** The output of the run's summary. */
function counted(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
