import { rm } from 'node:fs/promises'
import { inRoot } from '../setup/paths.mjs'
import { say } from '../setup/progress.mjs'
import { run } from '../setup/run.mjs'

const checks = [
  // One checker for a project: each further one looks at the types it needs anew, which takes twice the time on two cores.
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['-b', '--checkers', '1', '--builders', '2'] },
  { name: 'lint', script: 'node_modules/oxlint/bin/oxlint', args: ['--type-aware', '--max-warnings=0'] },
  { name: 'format', script: 'node_modules/@biomejs/biome/bin/biome', args: ['format', '--error-on-warnings', '.'] },
  { name: 'import directions and cycles', script: 'tools/checks/import-directions.ts', args: [] },
  { name: 'regular expressions', script: 'tools/checks/regular-expressions.ts', args: [] },
  { name: 'names', script: 'tools/checks/names.ts', args: [] },
  { name: 'sentences of the server in Japanese', script: 'tools/checks/sentences.ts', args: [] },
  { name: 'OpenAPI document', script: 'tools/checks/open-api.mjs', args: [] },
  { name: 'advisories about dependencies', script: 'tools/checks/advisories.ts', args: [] },
  { name: 'unused files, exports and dependencies', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
]

/** Runs all checks, two at a time, prints their output, and returns the names of those that failed. */
export async function runChecks(node) {
  const failed = []
  // The compiler's build info does not notice changes of the message files (JSON) that types are made from.
  await rm(inRoot('.cache/types/web.tsbuildinfo'), { force: true })
  const waiting = checks.values()
  const runWaiting = async () => {
    for (const check of waiting) {
      const { code, output } = await run(node, [inRoot(check.script), ...check.args], { quiet: true })
      say(`${code === 0 ? '✔' : '✖'} ${check.name}`)
      if (code === 0) continue
      failed.push(check.name)
      process.stdout.write(output)
    }
  }
  await Promise.all([runWaiting(), runWaiting()])
  return failed
}

export const checkCount = checks.length
