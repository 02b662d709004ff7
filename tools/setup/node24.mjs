import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { nodePackages } from './node-packages.mjs'
import { inRoot } from './paths.mjs'
import { fail } from './progress.mjs'

/** The server and the tools run TypeScript directly, and password hashing uses an API of this version. */
const needed = { major: 24, minor: 7 }

function numbersOf(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return { major, minor }
}

/** With other versions npm leaves out native parts without a word. */
export function canInstall(version) {
  const { major, minor } = numbersOf(version)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

function isNewEnough(version) {
  const { major, minor } = numbersOf(version)
  return major > needed.major || (major === needed.major && minor >= needed.minor)
}

/** Path of a Node that is new enough. Ends the command with a clear line if there is none. */
export function findNode() {
  const { path, problem } = chooseNode({
    platform: process.platform,
    arch: process.arch,
    musl: usesMusl(),
    running: { path: process.execPath, version: process.version },
    exists: (file) => existsSync(inRoot(file)),
    versionOf: (command) => askVersion(command.startsWith('node_modules/') ? inRoot(command) : command),
  })
  if (problem) return fail(problem)
  return path.startsWith('node_modules/') ? inRoot(path) : path
}

/** The Node of the lock file, else the running one, else one on the PATH; `problem` says why there is none. */
export function chooseNode({ platform, arch, musl, running, exists, versionOf }) {
  const shipped = musl ? undefined : nodePackages[`${platform}-${arch}`]
  const file = shipped && `node_modules/${shipped.name}/${shipped.program}`
  const shippedVersion = file && exists(file) ? versionOf(file) : undefined
  if (shippedVersion && isNewEnough(shippedVersion)) return { path: file }
  if (isNewEnough(running.version)) return { path: running.path }
  const onPath = versionOf('node')
  if (onPath && isNewEnough(onPath)) return { path: 'node' }
  const wanted = `Sheetwright needs Node ${needed.major}.${needed.minor} or newer; this is ${running.version} on ${platform} ${arch}`
  if (musl)
    return { problem: `${wanted} with musl. Install a newer Node (Alpine: apk add nodejs-current) and try again.` }
  if (!shipped) return { problem: `${wanted}. Install a newer Node from your package manager and try again.` }
  const state = !exists(file)
    ? 'is not installed'
    : shippedVersion
      ? `holds Node ${shippedVersion}, which is too old`
      : 'is damaged: its program does not start'
  return {
    problem: `${wanted}, and the package ${shipped.name} that brings it ${state}. Delete the folder node_modules and try again.`,
  }
}

/** Programs built for glibc do not start with musl (Alpine). */
function usesMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
}

function askVersion(command) {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
