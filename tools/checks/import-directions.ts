import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'

/**
 * Checks every import, including types, against the map in ARCHITECTURE.md: which package may import which, that
 * features use each other only through their store or queries, that platform and ui import no feature, that only stores
 * use tables and SQL, that others import only the fronts of the compiler, and that there are no import cycles.
 */

const mayImport: Record<string, readonly string[]> = {
  contract: [],
  runtime: [],
  compiler: ['runtime'],
  cli: ['compiler', 'contract', 'runtime'],
  server: ['contract', 'compiler', 'runtime'],
  web: ['contract', 'runtime'],
}

/** Files of a package that its platform may import: what a process needs before everything else. */
const belowPlatform: ReadonlySet<string> = new Set(['settings.ts', 'startup-error.ts', 'release.ts'])

/** The files directly in here are the compiler's fronts, one for each subject; its folders are private. */
const fronts = 'packages/compiler/src'

/** A new subject is worth a front only if no other front can have it. */
const mostFronts = 20

/** The part of the compiler that computing pages load: the evaluator, for programs that leave cells to it. */
const forPages = 'packages/compiler/src/portable-delegate.ts'

interface Import {
  readonly from: string
  readonly to: string
}

const problems: string[] = []
const files = Object.keys(mayImport).flatMap((name) => sourceFiles(path.join(root, 'packages', name, 'src')))
const imports = files.flatMap(importsOf)
/** Those of everything, with tests' support, tools and benchmarks: none may be part of a cycle. */
const allImports = ['packages', 'bench', 'e2e', 'tools']
  .flatMap((folder) => sourceFiles(path.join(root, folder)))
  .flatMap(importsOf)
const sqlImports = files.flatMap((from) =>
  specifiersOf(from)
    .filter((name) => /^(drizzle-orm|pg)(\/|$)/.test(name))
    .map((name) => ({ from, name })),
)

for (const { from, to } of imports) {
  checkPackages(from, to)
  checkLayers(from, to)
  checkStores(from, shown(to))
}
for (const { from, name } of sqlImports) checkStores(from, name)
checkFronts()
for (const cycle of cycles(allImports)) problems.push(`import cycle: ${cycle.map(shown).join(' → ')}`)

if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`)
  process.exit(1)
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules'))
}

/** The imports and re-exports of one file that resolve to our files. */
function importsOf(file: string): Import[] {
  return specifiersOf(file).flatMap((specifier) => {
    const to = resolved(file, specifier)
    return to === undefined ? [] : [{ from: file, to }]
  })
}

function specifiersOf(file: string): string[] {
  const statement =
    /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
  return [...readFileSync(file, 'utf8').matchAll(statement)].map((match) => match[1] ?? match[2] ?? '')
}

function resolved(from: string, specifier: string): string | undefined {
  const ours = /^@sheetwright\/([a-z]+)\/(.+)$/.exec(specifier)
  if (ours) return path.join(root, 'packages', ours[1] ?? '', 'src', ours[2] ?? '')
  if (!specifier.startsWith('.')) return undefined
  const target = path.resolve(path.dirname(from), specifier)
  return [target, `${target}.ts`, `${target}.tsx`].find((file) => existsSync(file) && /\.tsx?$/.test(file))
}

function checkPackages(from: string, to: string): void {
  const [source, target] = [packageOf(from), packageOf(to)]
  if (source === target) return
  if (target === 'compiler' && path.dirname(shown(to)) !== fronts) {
    problems.push(`${shown(from)} imports ${shown(to)}: only the files directly in ${fronts} are for others`)
    return
  }
  if (mayImport[source]?.includes(target)) return
  if (source === 'web' && shown(to) === forPages) return
  problems.push(
    `${shown(from)} imports ${shown(to)}: ${source} may import only ${mayImport[source]?.join(', ') || 'nothing of ours'}`,
  )
}

/** The package exports exactly its fronts, and they stay few. */
function checkFronts(): void {
  const manifest = readFileSync(path.join(root, 'packages/compiler/package.json'), 'utf8')
  const exported = Object.entries((JSON.parse(manifest) as { exports: Record<string, string> }).exports)
  const present = readdirSync(path.join(root, fronts)).filter((name) => name.endsWith('.ts'))
  for (const name of present) {
    if (!exported.some(([entry]) => entry === `./${name}`)) {
      problems.push(`${fronts}/${name} is not exported by its package: export it, or put it into a folder`)
    }
  }
  for (const [entry, file] of exported) {
    if (!present.includes(entry.slice(2)) || file !== `./src/${entry.slice(2)}`) {
      problems.push(`packages/compiler exports ${file} as ${entry}: export only files directly in ${fronts}`)
    }
  }
  if (present.length > mostFronts) {
    problems.push(
      `${fronts} has ${present.length} fronts, more than ${mostFronts}: add to the front of the same subject`,
    )
  }
}

function checkLayers(from: string, to: string): void {
  if (packageOf(from) !== packageOf(to)) return
  const [source, target] = [layerOf(from), layerOf(to)]
  const isBelow = source.layer === 'platform' || belowPlatform.has(source.layer)
  if (isBelow && target.layer !== 'platform' && !belowPlatform.has(target.layer)) {
    problems.push(`${shown(from)} imports ${shown(to)}: platform knows nothing above it`)
    return
  }
  if (target.layer === 'features' && source.layer === 'ui') {
    problems.push(`${shown(from)} imports ${shown(to)}: ${source.layer} knows no feature`)
  }
  const anotherFeature = source.layer === 'features' && target.layer === 'features' && source.feature !== target.feature
  if (anotherFeature && !/(\.store|\.access|\.job|\/queries|\/mutations)\.ts$|\/parts\/[^/]+\.tsx?$/.test(to)) {
    problems.push(
      `${shown(from)} imports ${shown(to)}: another feature is reached only through its store, access, job, queries, mutations or parts`,
    )
  }
}

/** Tables and SQL are for stores; the platform's database code implements both. */
function checkStores(from: string, to: string): void {
  const isSql = /^(drizzle-orm|pg)(\/|$)/.test(to) || to.includes('platform/db/schema')
  if (!isSql || packageOf(from) !== 'server') return
  const mayKnow = from.endsWith('.store.ts') || /\/platform\/(db|backup)\//.test(from)
  if (!mayKnow) problems.push(`${shown(from)} imports ${to}: tables and SQL are for <entity>.store.ts`)
}

function packageOf(file: string): string {
  return path.relative(path.join(root, 'packages'), file).split(path.sep)[0] ?? ''
}

function layerOf(file: string): { layer: string; feature: string } {
  const [, , layer = '', feature = ''] = path.relative(path.join(root, 'packages'), file).split(path.sep)
  return { layer, feature }
}

function shown(file: string): string {
  return path.relative(root, file)
}

/** Every import cycle, found by depth-first search; each is listed once. */
function cycles(all: readonly Import[]): string[][] {
  const graph = Map.groupBy(all, (edge) => edge.from)
  const done = new Set<string>()
  const trail: string[] = []
  const found: string[][] = []
  const visit = (file: string): void => {
    if (done.has(file)) return
    const start = trail.indexOf(file)
    if (start >= 0) {
      found.push([...trail.slice(start), file])
      return
    }
    trail.push(file)
    for (const edge of graph.get(file) ?? []) visit(edge.to)
    trail.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return found
}
