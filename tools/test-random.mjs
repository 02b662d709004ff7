import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { inRoot } from './setup/paths.mjs'
import { fail, say } from './setup/progress.mjs'
import { run } from './setup/run.mjs'
import { propertyTests } from './testing/property-tests.mjs'

/**
 * Checks every property with a new seed, or with that of `--seed N`; further arguments are test files and options of
 * vitest. Findings of a new seed become cases of a test.
 */

const { values, tokens } = parseArgs({ options: { seed: { type: 'string' } }, strict: false, tokens: true })
const rest = process.argv.slice(2).filter((_, index) => !isSeed(index))
const seed = Number(values.seed ?? randomInt(2 ** 31))
if (!Number.isInteger(seed)) fail(`--seed takes a whole number, not ${values.seed}`)

const countFile = inRoot('.cache/random-properties')
mkdirSync(inRoot('.cache'), { recursive: true })
writeFileSync(countFile, '')
const env = {
  ...process.env,
  SHEETWRIGHT_TEST_SEED: String(seed),
  SHEETWRIGHT_TEST_COUNT: countFile,
  NODE_OPTIONS: `--import=${pathToFileURL(inRoot('tools/testing/new-seeds.mjs')).href}`,
}
say(`Seed ${seed}`)
const files = rest.length > 0 ? rest : propertyTests()
const { code } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], { env })
const checked = readFileSync(countFile, 'utf8').length
rmSync(countFile)
const fuzzed = rest.length > 0 ? 0 : await fuzz()

// Otherwise a change in how fast-check is loaded would leave every test on its fixed seed.
if (checked === 0) fail('No property took the new seed')
say(`${checked} properties checked with the seed ${seed}`)
if (code !== 0 || fuzzed !== 0) fail(`To try the same again: npm run test:random -- --seed ${seed}`)

async function fuzz() {
  const codes = []
  for (const script of ['read', 'formulas']) {
    const args = [`packages/compiler/fuzz/${script}.ts`, '--seed', String(seed), '--cases', '1000']
    codes.push((await run(process.execPath, args)).code)
  }
  return Math.max(...codes)
}

function isSeed(index) {
  return tokens.some(
    (token) =>
      token.kind === 'option' &&
      token.name === 'seed' &&
      (token.index === index || (token.inlineValue === false && token.index + 1 === index)),
  )
}
