import { registerHooks } from 'node:module'

/**
 * Preloaded by `npm run test:random`: every property is checked with the seed in SHEETWRIGHT_TEST_SEED instead of its
 * test's own, and counted in the file SHEETWRIGHT_TEST_COUNT.
 */

const source = `
import { appendFileSync } from 'node:fs'
import * as real from './fast-check.js?real'
export * from './fast-check.js?real'
export function assert(property, parameters) {
  appendFileSync(process.env.SHEETWRIGHT_TEST_COUNT, '.')
  return real.assert(property, { ...parameters, seed: Number(process.env.SHEETWRIGHT_TEST_SEED) })
}
export default { ...real, assert }
`

registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/node_modules/fast-check/lib/fast-check.js')
      ? { format: 'module', shortCircuit: true, source }
      : nextLoad(url, context),
})
