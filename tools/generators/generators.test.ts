import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../setup/paths.mjs'

const run = promisify(execFile)
const packages = ['contract', 'runtime', 'compiler', 'server', 'web', 'cli'] as const
const others = [
  'tools',
  'tsconfig.json',
  'tsconfig.base.json',
  'biome.json',
  'package.json',
  '.oxlintrc.json',
  '.gitignore',
]
const heavy = new Set(['node_modules', 'dist', '.cache'])
let folder = ''

/** Runs in the copy. */
const found = `
import { calls } from './packages/contract/src/calls.ts'
import { functions } from './packages/runtime/src/functions/registry.ts'
import { productRoutes } from './packages/server/src/features/products/routes.ts'
import * as store from './packages/server/src/features/products/product-note.store.ts'
const made = ['products.archiveProduct', 'parcels.listParcels']
const ids = (list) => list.map(({ id }) => id).filter((id) => made.includes(id))
process.stdout.write(JSON.stringify({
  calls: ids(calls),
  handlers: ids(productRoutes.map(({ call }) => call)),
  table: Object.keys(store).toSorted(),
  parameters: ['ROUNDHALF', 'HALVED'].map((name) => functions.get(name).params.map((param) => param.name)),
}))`

/** A copy of the sources that generators may change. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-generators-'))
  const filter = (source: string) => !heavy.has(path.basename(source))
  for (const name of [...others, ...packages.map((each) => `packages/${each}`)])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true, filter })
  // Installed packages are shared, but our own are those of the copy.
  await mkdir(path.join(folder, 'node_modules', '@sheetwright'), { recursive: true })
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (name !== '@sheetwright')
      await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  for (const name of packages)
    await symlink(path.join(folder, 'packages', name), path.join(folder, 'node_modules', '@sheetwright', name))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function generate(name: string, ...args: string[]) {
  return run(process.execPath, [path.join(folder, 'tools', `${name}.ts`), ...args], { cwd: folder })
}

it('writes calls, tables, screens and functions that fit in', async () => {
  await generate('add-call', 'products', 'archive-product', 'POST', '/api/v1/product/archive/{product}')
  const { stdout: said } = await generate('add-call', 'parcels', 'list-parcels', 'GET', '/api/v1/parcels/{parcel}')
  expect(said).toContain('The parameter parcel is new')
  await generate('add-table', 'products', 'product-note', 'product_notes')
  await generate('add-screen', 'mail', 'Templates', '/admin/templates', '--en', 'Mail templates', '--ja', 'メール')
  await generate('add-function', 'math', 'rounding', 'ROUNDHALF', 'number:number', 'digits:number')
  await generate('add-function', 'math', 'halving', 'HALVED', 'number:number')
  const source = (file: string) => readFile(path.join(folder, file), 'utf8')
  expect(await source('packages/server/test/permissions/matrix.ts')).toContain(
    "'products.archiveProduct': productOfSupervisor",
  )
  expect(await source('packages/server/src/app.ts')).toContain('...parcelRoutes')
  expect(await source('packages/web/src/platform/messages/ja.json')).toContain('"Templates.title": "メール"')
  // The generated code not only exists but loads, and the product finds it.
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', found], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({
    calls: ['products.archiveProduct', 'parcels.listParcels'],
    handlers: ['products.archiveProduct'],
    table: ['deleteProductNote', 'findProductNote', 'insertProductNote', 'listProductNotes'],
    parameters: [['number', 'digits'], ['number']],
  })
})

it('leaves what exists alone, and says what it takes', async () => {
  const call = ['products', 'create-product', 'POST', '/api/v1/product/create'] as const
  await expect(generate('add-call', ...call)).rejects.toMatchObject({
    stderr: expect.stringContaining('packages/contract/src/products/create-product.ts exists already'),
  })
  await expect(generate('add-call', 'products', 'archive', 'POST', '/archive')).rejects.toMatchObject({
    stderr: expect.stringContaining('VERB-NOUN is a file name such as archive-product, not "archive"'),
  })
  await expect(generate('add-function', 'magic', 'spells', 'CAST', 'spell:text')).rejects.toMatchObject({
    stderr: 'There is no category magic\n',
  })
})
