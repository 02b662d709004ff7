import { spawn } from 'node:child_process'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node24.mjs'
import { inRoot } from './setup/paths.mjs'

/**
 * `npm run dev`: the server, restarted when its sources change, and in front of it the web app with hot reload. One
 * origin for both.
 */
const port = Number(process.env.SHEETWRIGHT_PORT ?? 8080)
const behind = port + 1

await ensureInstalled()
const node = findNode()
const server = {
  ...process.env,
  SHEETWRIGHT_PORT: String(behind),
  SHEETWRIGHT_ORIGIN: `http://127.0.0.1:${port}`,
  SHEETWRIGHT_LOG_LEVEL: process.env.SHEETWRIGHT_LOG_LEVEL ?? 'warn',
}
const children = [
  start([node, '--watch', '--watch-preserve-output', inRoot('packages/server/src/main.ts')], inRoot('.'), server),
  start(
    [node, inRoot('node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort', '--host', '127.0.0.1'],
    inRoot('packages/web'),
    {
      ...process.env,
      SHEETWRIGHT_ORIGIN: `http://127.0.0.1:${behind}`,
    },
  ),
]
console.log(`The product is at http://127.0.0.1:${port} once the server says that it is ready.`)

/** When one ends, end the other: half of it is useless. */
function start([command, ...args], cwd, env) {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' })
  child.on('exit', (code) => stop(code ?? 1))
  return child
}

let stopping = false
function stop(code) {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
