import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node24.mjs'
import { fail } from './setup/progress.mjs'
import { runScript } from './setup/run-script.mjs'

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node tools/with-node.mjs SCRIPT [ARGUMENT …]')
await ensureInstalled()
await runScript(findNode(), script, args)
