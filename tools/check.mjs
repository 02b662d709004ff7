import { ensureInstalled } from './setup/install.mjs'
import { findNode } from './setup/node24.mjs'
import { runChecks } from './checks/run-checks.mjs'

await ensureInstalled()
const failed = await runChecks(findNode())
process.exit(failed.length === 0 ? 0 : 1)
