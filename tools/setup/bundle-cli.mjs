import path from 'node:path'
import { rolldown } from 'rolldown'

/** Writes the command line into one file, as it is published. */
export async function bundleCli(file) {
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, '../../packages/cli/src/main.ts'),
    platform: 'node',
    tsconfig: false,
    // Native code, only needed for Parquet.
    external: ['@duckdb/node-api'],
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false, minify: true, banner: '#!/usr/bin/env node' })
  await bundle.close()
}
