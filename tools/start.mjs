import { ensureInstalled } from './setup/install.mjs'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { findNode } from './setup/node24.mjs'
import { runScript } from './setup/run-script.mjs'

stopWithShell()
await ensureInstalled()
const node = findNode()
await ensureWebBuilt(node)
await runScript(node, 'packages/server/src/main.ts', process.argv.slice(2))

/** A signal for `npm start` ends the shell in between, which does not pass it on: this process stops when its parent is gone. */
function stopWithShell() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
