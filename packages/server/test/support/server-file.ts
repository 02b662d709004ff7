import path from 'node:path'

const source = path.join(import.meta.dirname, '../../src')

/** Environment variable by which the set-up of a test run names its bundle of the server. */
export const bundleVariable = 'BUNDLED_SERVER'

/** The file to start: the bundle of this run, or the source if there is none, as in a benchmark. */
export function serverFile(name: 'main' | 'admin'): string {
  const bundle = process.env[bundleVariable]
  return bundle === undefined ? path.join(source, `${name}.ts`) : path.join(bundle, `${name}.mjs`)
}
