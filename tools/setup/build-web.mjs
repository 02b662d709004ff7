import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { fail, step } from './progress.mjs'
import { run } from './run.mjs'
import { sourceHash } from './source-hash.mjs'

const stamp = inRoot('packages/web/dist/.built-from')
const sources = [
  'packages/web/src',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/postcss.config.js',
  'packages/contract/src',
  'packages/runtime/src',
  'package-lock.json',
]

/** Builds the web app when its sources changed since the last build. */
export async function ensureWebBuilt(node) {
  const wanted = sourceHash(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const vite = inRoot('node_modules/vite/bin/vite.js')
  const { code, output } = await step('Building the web app', () =>
    run(node, [vite, 'build', '--logLevel', 'warn'], { cwd: inRoot('packages/web'), quiet: true }),
  )
  if (code !== 0) fail(`The web app could not be built:\n${output}`)
  writeFileSync(stamp, wanted)
}
