import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { grown } from './engine/growth.ts'
import { measured, type Result } from './engine/measure.ts'
import { measureModels } from './engine/models.ts'
import { type Subject, subjectFrom, subjectOf } from './engine/subject.ts'
import { cashFlow } from './workbooks/cash-flow.ts'
import { ledger } from './workbooks/ledger.ts'
import { projection } from './workbooks/projection.ts'
import { rating } from './workbooks/rating.ts'

/**
 * Compiled programs against functions written by hand and against other engines, on the workbooks of the generator and on those
 * of folders given as arguments.
 *
 *   node bench/engine.ts [FOLDER …] [--only NAME] [--rounds 60] [--no-peers]
 *   node bench/engine.ts --growth [--rounds 5]       how time and memory grow with the number of rows
 *   node bench/engine.ts --models LIST.json          real workbooks of a list, against the reference evaluator and HyperFormula
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    'no-peers': { type: 'boolean' },
    growth: { type: 'boolean' },
    models: { type: 'string' },
  },
})
const withPeers = !values['no-peers']
if (values.models !== undefined) {
  const rounds = Number(values.rounds ?? 7)
  await save('models', await measureModels(values.models, { rounds, withPeers, only: values.only }))
} else if (values.growth) await save('growth', await grown(Number(values.rounds ?? 5)))
else await save('results', await compared())

async function compared(): Promise<Result[]> {
  const results: Result[] = []
  for (const subject of await subjects()) {
    if (values.only !== undefined && subject.name !== values.only) continue
    const result = await measured(subject, { rounds: Number(values.rounds ?? 60), withPeers })
    results.push(result)
    console.log(JSON.stringify(result))
  }
  return results
}

async function subjects(): Promise<Subject[]> {
  const generated = [rating(), projection(1200), cashFlow(), ledger(5000)].map(subjectOf)
  const given = await Promise.all(
    positionals.map(async (directory) => {
      const names = (await readdir(directory))
        .filter((name) => name.endsWith('.hand.mjs'))
        .map((name) => name.slice(0, -'.hand.mjs'.length))
      return await Promise.all(names.map((name) => subjectFrom(directory, name)))
    }),
  )
  return [...generated, ...given.flat()]
}

/** Keeps the last outcome of each kind in one file. */
async function save(kind: string, outcome: unknown): Promise<void> {
  const folder = path.join(import.meta.dirname, 'results')
  const file = path.join(folder, 'engine.json')
  await mkdir(folder, { recursive: true })
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, unknown>,
    () => ({}),
  )
  await writeFile(file, JSON.stringify({ ...known, [kind]: outcome }, null, 2))
}
