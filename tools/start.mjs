import { ensureInstalled } from './setup/install.mjs'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { findNode } from './setup/node24.mjs'
import { runScript } from './setup/run-script.mjs'

await ensureInstalled()
const node = findNode()
await ensureWebBuilt(node)
await runScript(node, 'packages/server/src/main.ts', process.argv.slice(2))
