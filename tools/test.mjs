import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { checkCount, runChecks } from './checks/run-checks.mjs'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node24.mjs'
import { inRoot } from './setup/paths.mjs'
import { fail, say } from './setup/progress.mjs'
import { run } from './setup/run.mjs'

/** Everything the tests need is set up here; then the checks and all tests run and the last line counts them. */

await ensureInstalled()
const node = findNode()
await ensureWebBuilt(node)
const chromium = await ensureChromium(node)
if (!chromium) {
  fail('The browser tests need a Chromium and none can be had here. Install one and name it in SHEETWRIGHT_CHROMIUM.')
}

const failedChecks = await runChecks(node)

const results = inRoot('.cache/test-results.json')
mkdirSync(inRoot('.cache'), { recursive: true })
rmSync(results, { force: true })
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
]
const { code } = await run(node, [...vitest, ...process.argv.slice(2)], {
  env: { ...process.env, SHEETWRIGHT_CHROMIUM: chromium },
})

const { passed, failed, skipped } = counted(results)
const failures = failed + failedChecks.length + (code !== 0 && failed === 0 ? 1 : 0)
if (failedChecks.length > 0) say(`Checks that failed: ${failedChecks.join(', ')}`)
if (skipped > 0)
  say(`${skipped} tests need an optional component that is not installed here (LibreOffice) and did not run.`)
const tally = `${passed + checkCount - failedChecks.length} passed, ${failures} failed`
process.stdout.write(`${tally}${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exit(failures === 0 ? 0 : 1)

function counted(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
