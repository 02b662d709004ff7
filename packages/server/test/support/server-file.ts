import path from 'node:path'

const source = path.join(import.meta.dirname, '../../src')

/** Where the set-up of a test run says that it has bundled the server. */
export const bundleVariable = 'BUNDLED_SERVER'

/** What is started: the bundle of this run, or the source where there is none, as in a benchmark. */
export function serverFile(name: 'main' | 'admin'): string {
  const bundle = process.env[bundleVariable]
  return bundle === undefined ? path.join(source, `${name}.ts`) : path.join(bundle, `${name}.mjs`)
}
