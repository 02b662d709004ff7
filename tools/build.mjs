import { ensureWebBuilt } from './setup/build-web.mjs'
import { findNode } from './setup/node24.mjs'

/** Builds the browser files that the server serves; the rest runs from its sources. */
await ensureWebBuilt(findNode())
