import { ensureWebBuilt } from './setup/build-web.mjs'
import { chromiumOfMachine, ensureChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node24.mjs'
import { fail } from './setup/progress.mjs'
import { runScript } from './setup/run-script.mjs'

/** As with-node.mjs, for commands that look at our pages in a browser. */

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node tools/with-browser.mjs SCRIPT [ARGUMENT …]')
const ofMachine = chromiumOfMachine()
await ensureInstalled()
const node = findNode()
await ensureWebBuilt(node)
const chromium = await ensureChromium(node, ofMachine)
if (!chromium) {
  fail('This command needs a Chromium and none can be had here. Install one and name it in SHEETWRIGHT_CHROMIUM.')
}
process.env.SHEETWRIGHT_CHROMIUM = chromium
await runScript(node, script, args)
