import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { bundleCli } from './setup/bundle-cli.mjs'

/** `npm run pack:cli [FOLDER]`: the command line as one npm package that needs neither a checkout nor other packages. */
const root = path.join(import.meta.dirname, '..')
const target = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
const folder = path.join(target, 'cli')
const { version, license } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
const { dependencies } = JSON.parse(await readFile(path.join(root, 'packages/cli/package.json'), 'utf8'))
const duckdb = dependencies['@duckdb/node-api']

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await bundleCli(path.join(folder, 'sheetwright.mjs'))
const manifest = {
  name: 'sheetwright',
  version,
  description: 'Checks, tests and publishes spreadsheet calculations from a pipeline',
  license,
  type: 'module',
  bin: { sheetwright: './sheetwright.mjs' },
  engines: { node: '>=22.12' },
  peerDependencies: { '@duckdb/node-api': duckdb },
  peerDependenciesMeta: { '@duckdb/node-api': { optional: true } },
}
await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
await copyFile(path.join(root, 'docs/pipelines.md'), path.join(folder, 'README.md'))
const { stdout } = await promisify(execFile)('npm', ['pack', '--pack-destination', target, '--json'], { cwd: folder })
console.log(path.join(target, JSON.parse(stdout)[0].filename))
