import { ensureWebBuilt } from './setup/build-web.mjs'
import { findNode } from './setup/node24.mjs'

/** Builds what the server serves to browsers; the rest runs from its sources. */
await ensureWebBuilt(findNode())
