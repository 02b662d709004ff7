import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { compared, requirementsOf } from './engine/compare.ts'
import { grown, growthRequirements } from './engine/growth.ts'
import { measuredModels, modelRequirements, recordEvaluator } from './engine/models.ts'
import { printRequirements, type Requirement } from './engine/requirements.ts'
import { kindOf, shownName, subjectKeys } from './engine/subjects.ts'

/**
 * Compares compiled programs with functions written by hand and with other engines, on four generated workbooks and
 * on those of folders given as arguments. Ends with a list of requirements and whether each holds; exits with code 1
 * if one does not.
 *
 *   node bench/engine.ts [FOLDER …] [--only KIND,KIND] [--rounds 40] [--no-peers]
 *   node bench/engine.ts --growth [--only KIND] [--rounds 5]      how time and memory grow with the number of rows
 *   node bench/engine.ts --models LIST.json [--only PART] [--record]
 *                            real workbooks of a list, against the reference evaluator and HyperFormula
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    'no-peers': { type: 'boolean' },
    growth: { type: 'boolean' },
    models: { type: 'string' },
    record: { type: 'boolean' },
  },
})
const withPeers = !values['no-peers']
const required = await measured()
if (!printRequirements(required)) process.exitCode = 1

async function measured(): Promise<Requirement[]> {
  if (values.models !== undefined) {
    const rounds = Number(values.rounds ?? 15)
    const results = await measuredModels(values.models, { rounds, withPeers, only: values.only })
    await save('models', results)
    const requirements = await modelRequirements(results)
    if (values.record) await recordEvaluator(results)
    return requirements
  }
  if (values.growth) {
    const growth = await grown(Number(values.rounds ?? 5), values.only)
    await save('growth', growth)
    return growthRequirements(growth)
  }
  const wanted = values.only?.split(',')
  const keys = (await subjectKeys(positionals)).filter((key) => wanted?.includes(kindOf(key)) ?? true)
  const results = await compared(keys, { rounds: Number(values.rounds ?? 40), withPeers })
  await save(
    'results',
    results.map(({ key, ...result }) => ({ name: shownName(key), ...result })),
  )
  return results.flatMap(requirementsOf)
}

/** Stores the last result of each kind in one file. */
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
