import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { canInstall } from './node24.mjs'
import { inRoot } from './paths.mjs'
import { fail, step } from './progress.mjs'
import { run } from './run.mjs'
import { sourceHash } from './source-hash.mjs'

const stamp = inRoot('node_modules/.sheetwright-installed')

/** Installs the dependencies if there are none or the lock file changed since. */
export async function ensureInstalled() {
  const wanted = `${sourceHash(['package-lock.json'])} ${process.platform}-${process.arch}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!canInstall(process.version)) {
    fail(
      `Sheetwright installs with Node 20.19, 22.12 or newer; this is ${process.version}. Install another and try again.`,
    )
  }
  const fresh = !existsSync(inRoot('node_modules'))
  // `npm ci` would delete the running Node of the lock file, which Windows refuses; an install over the old tree does not.
  const args = [fresh ? 'ci' : 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = await step('Installing dependencies (the first time takes a few minutes)', () => npm(args))
  if (code !== 0) fail('The dependencies could not be installed; the lines above say why.')
  writeFileSync(stamp, wanted)
}

function npm(args) {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], { aside: true })
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { aside: true })
}
