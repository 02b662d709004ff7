import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'

/**
 * Holds every import against the map in ARCHITECTURE.md: which package may import which, that features reach each other
 * only through their store or queries, that platform and ui know no feature, and that no imports go in a circle.
 */

const mayImport: Record<string, readonly string[]> = {
  contract: [],
  runtime: [],
  compiler: ['runtime'],
  cli: ['compiler', 'runtime', 'contract'],
  server: ['contract', 'compiler', 'runtime'],
  web: ['contract', 'runtime'],
}

interface Import {
  readonly from: string
  readonly to: string
}

const problems: string[] = []
const imports = Object.keys(mayImport).flatMap((name) =>
  sourceFiles(path.join(root, 'packages', name, 'src')).flatMap(importsOf),
)

for (const { from, to } of imports) {
  checkPackages(from, to)
  checkLayers(from, to)
}
for (const cycle of cycles(imports)) problems.push(`import cycle: ${cycle.map(shown).join(' → ')}`)

if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`)
  process.exit(1)
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** The imports and re-exports of one file that lead to files of ours. */
function importsOf(file: string): Import[] {
  const statement =
    /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(statement)].flatMap((match) => {
    const to = resolved(file, match[1] ?? match[2] ?? '')
    return to === undefined ? [] : [{ from: file, to }]
  })
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
  if (source === target || mayImport[source]?.includes(target)) return
  problems.push(
    `${shown(from)} imports ${shown(to)}: ${source} may import only ${mayImport[source]?.join(', ') || 'nothing of ours'}`,
  )
}

function checkLayers(from: string, to: string): void {
  if (packageOf(from) !== packageOf(to)) return
  const [source, target] = [layerOf(from), layerOf(to)]
  if (target.layer === 'features' && (source.layer === 'platform' || source.layer === 'ui')) {
    problems.push(`${shown(from)} imports ${shown(to)}: ${source.layer} knows no feature`)
  }
  if (source.layer === 'platform' && target.layer === 'ui') {
    problems.push(`${shown(from)} imports ${shown(to)}: platform knows no ui`)
  }
  const anotherFeature = source.layer === 'features' && target.layer === 'features' && source.feature !== target.feature
  if (anotherFeature && !/(\.store|\.access|\.job|\/queries|\/mutations)\.ts$|\/parts\/[^/]+\.tsx?$/.test(to)) {
    problems.push(
      `${shown(from)} imports ${shown(to)}: another feature is reached only through its store, access, job, queries, mutations or parts`,
    )
  }
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

/** Every circle of imports, found by depth-first search; each is listed once. */
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
