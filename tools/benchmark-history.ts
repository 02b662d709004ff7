import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'
import { historyPage } from './benchmarks/drawing.ts'
import { type Figure, numbersIn, readHistory, writeHistory } from './benchmarks/figures.ts'

/**
 * The history of benchmark figures: `npm run bench:history -- record` adds the last results in `bench/results` to
 * `docs/benchmark-history.csv`, `npm run bench:history -- draw` makes a page of it.
 */
const root = path.join(import.meta.dirname, '..')
const results = path.join(root, 'bench/results')
const history = path.join(root, 'docs/benchmark-history.csv')
const page = path.join(root, '.cache/benchmark-history.html')

const [action] = process.argv.slice(2)
if (action === 'record') await record()
else if (action === 'draw') await draw()
else {
  process.stderr.write('npm run bench:history -- record | draw\n')
  process.exitCode = 2
}

async function record(): Promise<void> {
  const known = await recorded()
  const isKnown = new Set(known.map(({ benchmark, date }) => `${benchmark} ${date}`))
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const machine = `${cpus()[0]?.model ?? 'unknown'} × ${cpus().length} ${process.arch}`
  const added: Figure[] = []
  const names = await readdir(results).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const file = path.join(results, name)
    const {
      machine: _machine,
      measuredAt,
      ...rest
    } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    const date = typeof measuredAt === 'string' ? measuredAt : (await stat(file)).mtime.toISOString()
    const benchmark = path.basename(name, '.json')
    if (isKnown.has(`${benchmark} ${date}`)) continue
    added.push(...numbersIn(rest).map((figure) => ({ date, commit, machine, benchmark, ...figure })))
  }
  await writeFile(history, writeHistory([...known, ...added]))
  process.stdout.write(`${added.length} figures added to ${path.relative(root, history)}\n`)
}

async function draw(): Promise<void> {
  await mkdir(path.dirname(page), { recursive: true })
  await writeFile(page, historyPage(await recorded()))
  process.stdout.write(`${path.relative(root, page)}\n`)
}

async function recorded(): Promise<Figure[]> {
  return readHistory(await readFile(history, 'utf8').catch(() => ''))
}
