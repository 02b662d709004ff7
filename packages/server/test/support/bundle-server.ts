import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { nativePackages } from '../../src/platform/sandbox/native-packages.ts'

const source = path.join(import.meta.dirname, '../../src')
const bundles = path.join(import.meta.dirname, '../../../../.cache/server-bundles')
/** Bundles kept: another test run may still use an older one. */
const kept = 3

/** Third-party packages of many small files that contain only code, with what they need of others. */
const included = new Set([
  '@fastify/ajv-compiler',
  '@fastify/busboy',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/multipart',
  '@fastify/send',
  '@fastify/static',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/api',
  '@oxc-project/runtime',
  'ajv',
  'ajv-formats',
  'avvio',
  'drizzle-orm',
  'entities',
  'fast-json-stringify',
  'fast-uri',
  'fastify',
  'find-my-way',
  'jose',
  'koa',
  'nodemailer',
  'oidc-provider',
  'parse5',
  'prom-client',
  'ret',
  'semver',
  'zod',
  'zod-to-json-schema',
])

/** Modules that most servers of a test run start as a process or thread of its own: each would bundle them again. */
const childModules = [
  'features/engines/build/build-child.ts',
  'features/engines/build/prove-child.ts',
  'features/execution/engine-thread.ts',
  'features/execution/fill-child.ts',
  'features/look-inside/look-child.ts',
  'features/master-references/tables/tables-child.ts',
  'features/portfolios/portfolio-child.ts',
  'features/test-beds/results-child.ts',
  'features/test-beds/template-child.ts',
]
const prebuiltModule = path.join(import.meta.dirname, 'prebuilt-module.ts')

/**
 * Bundles the server, because Node takes seconds of a core to find and load its 3,000 modules, and tests start it a
 * hundred times. Returns the folder with `main.mjs` and `admin.mjs`, which do the same from a few files.
 */
export async function bundleServer(): Promise<string> {
  const bundle = await rolldown({
    input: { main: path.join(source, 'main.ts'), admin: path.join(source, 'admin.ts') },
    platform: 'node',
    tsconfig: false,
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !isIncluded(id),
    plugins: [placesOfSources(), prebuiltModules()],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  const files = output.map((each) => ({
    name: each.fileName,
    content: each.type === 'chunk' ? each.code : each.source,
  }))
  for (const module of childModules) {
    files.push({ name: `${path.basename(module, '.ts')}.mjs`, content: await bundleChild(path.join(source, module)) })
  }
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(name).update(content)
  const folder = path.join(bundles, hash.digest('hex').slice(0, 16))
  if (!existsSync(folder)) {
    await writeFolder(folder, files)
    await removeOldBundles()
  }
  return folder
}

function isIncluded(id: string): boolean {
  const [first = '', second = ''] = id.split('/')
  return first === '@sheetwright' || included.has(first.startsWith('@') ? `${first}/${second}` : first)
}

/** As the server bundles it: one file, because the process may read nothing else. */
async function bundleChild(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'node', tsconfig: false, plugins: [nativePackages()] })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  return output[0].code
}

/** Writes all or nothing: two runs may write at the same time. */
async function writeFolder(folder: string, files: readonly { name: string; content: string | Uint8Array }[]) {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  for (const { name, content } of files) await writeFile(path.join(unfinished, name), content)
  try {
    await rename(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    await rm(unfinished, { recursive: true })
  }
}

async function removeOldBundles(): Promise<void> {
  const folders = (await readdir(bundles)).map((name) => path.join(bundles, name))
  const dated = await Promise.all(folders.map(async (each) => ({ each, at: (await stat(each)).mtimeMs })))
  const old = dated.toSorted((a, b) => b.at - a.at).slice(kept)
  await Promise.all(old.map(({ each }) => rm(each, { recursive: true, force: true })))
}

/** The server in the bundle finds the child modules beside it. */
function prebuiltModules(): Plugin {
  return {
    name: 'prebuilt-modules',
    resolveId: {
      filter: { id: /\/bundled-module\.ts$/ },
      handler: (_id, importer) => (importer === prebuiltModule ? null : prebuiltModule),
    },
  }
}

/** Modules find files next to them by `import.meta`, which must name the source and not the bundle. */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    transform: {
      filter: { code: 'import.meta.', id: { exclude: prebuiltModule } },
      handler(code, id) {
        const values: Readonly<Record<string, string>> = {
          dirname: path.dirname(id),
          filename: id,
          url: pathToFileURL(id).href,
        }
        const replaced: { start: number; end: number; value: string }[] = []
        const visit = (node: unknown): void => {
          if (typeof node !== 'object' || node === null) return
          const value = valueOfMeta(node, values)
          if (value === undefined) for (const child of Object.values(node)) visit(child)
          else replaced.push(value)
        }
        visit(this.parse(code, { lang: id.endsWith('.ts') ? 'ts' : 'js' }))
        let text = code
        for (const { start, end, value } of replaced.toSorted((a, b) => b.start - a.start)) {
          text = text.slice(0, start) + JSON.stringify(value) + text.slice(end)
        }
        return { code: text }
      },
    },
  }
}

interface MetaAccess {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly object: { readonly type: string }
  readonly property: { readonly name?: string }
}

function valueOfMeta(node: object, values: Readonly<Record<string, string>>) {
  const { type, object, property, start, end } = node as MetaAccess
  if (type !== 'MemberExpression' || object.type !== 'MetaProperty') return undefined
  const value = values[property.name ?? '']
  return value === undefined ? undefined : { start, end, value }
}
