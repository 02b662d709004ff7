import path from 'node:path'
import { rolldown } from 'rolldown'

/** An older Node would fail somewhere in the middle, with a stack and the whole bundle around it. */
const requireNode = `{
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 12)) {
    console.error('sheetwright needs Node 22.12 or newer; this is ' + process.versions.node + '.')
    process.exit(1)
  }
}`

/** Writes the command line into one file, as it is published. */
export async function bundleCli(file) {
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, '../../packages/cli/src/main.ts'),
    platform: 'node',
    tsconfig: false,
    // Native code, only needed for Parquet.
    external: ['@duckdb/node-api'],
  })
  const banner = `#!/usr/bin/env node\n${requireNode}`
  await bundle.write({ file, format: 'esm', codeSplitting: false, minify: true, banner })
  await bundle.close()
}
