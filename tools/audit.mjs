import { spawnSync } from 'node:child_process'
import { fail } from './setup/progress.mjs'

/**
 * `npm run audit`: known advisories about production dependencies, by the lock file. Fails for high and critical ones,
 * and if the registry does not answer: a missing audit is not a clean one.
 */
const found = spawnSync('npm', ['audit', '--json', '--package-lock-only', '--omit=dev'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
  shell: process.platform === 'win32',
})
const report = readReport(found.stdout)
const counts = report?.metadata?.vulnerabilities
if (counts === undefined)
  fail(`The registry made no audit: ${report?.message ?? report?.error?.summary ?? found.stderr.trim()}`)

for (const { name, severity, range, via } of Object.values(report.vulnerabilities ?? {})) {
  const reasons = via.map((cause) => (typeof cause === 'string' ? cause : cause.url))
  console.log(`${severity.padEnd(9)} ${name} ${range}  ${reasons.join(' ')}`)
}
console.log(`${counts.critical} critical, ${counts.high} high, ${counts.moderate} moderate, ${counts.low} low`)
process.exitCode = counts.critical + counts.high > 0 ? 1 : 0

function readReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
