import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Model, ModelLine, OwnResult, PeerOfModel } from './model.ts'
import { atLeast, atMost, type Requirement } from './requirements.ts'
import { rounded } from './timing.ts'

export interface ModelResult {
  readonly file: string
  readonly own?: OwnResult
  readonly hyperFormula?: PeerOfModel
  /** Why there is no result of our engine, or none of HyperFormula. */
  readonly problem?: string
  readonly hyperFormulaProblem?: string
}

/** Timeout of a model, including HyperFormula's part. */
const LONGEST_MS = 1_800_000
const PEER_LONGEST_MS = 600_000
const TIMES_HYPER_FORMULA = 25
const TIMES_EVALUATOR = 5
/** The evaluator may be this much slower than its record, for measurement noise. */
const INEXACT = 1.4
const RECORD = path.join(import.meta.dirname, 'evaluator-record.json')

/**
 * Measures every model of a list, each in its own process; the workbooks are in the folder `workbooks` beside the list.
 */
export async function measuredModels(
  list: string,
  options: { readonly rounds: number; readonly withPeers: boolean; readonly only: string | undefined },
): Promise<ModelResult[]> {
  const models = JSON.parse(await readFile(list, 'utf8')) as Model[]
  const results: ModelResult[] = []
  for (const [index, { file }] of models.entries()) {
    if (options.only !== undefined && !options.only.split(',').some((part) => file.includes(part))) continue
    const result = await measuredModel(list, index, file, options)
    results.push(result)
    console.log(JSON.stringify(result))
  }
  return results
}

async function measuredModel(
  list: string,
  index: number,
  file: string,
  { rounds, withPeers }: { readonly rounds: number; readonly withPeers: boolean },
): Promise<ModelResult> {
  const script = path.join(import.meta.dirname, 'model-one.ts')
  const args = [list, String(index), String(rounds), withPeers ? 'peers' : 'alone']
  const child = spawn(process.execPath, ['--max-old-space-size=8192', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => child.kill('SIGKILL')
  let timer = setTimeout(stop, LONGEST_MS)
  let result: ModelResult = { file, problem: `no result within ${LONGEST_MS / 1000} s` }
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as ModelLine
    if ('own' in line) {
      clearTimeout(timer)
      timer = setTimeout(stop, PEER_LONGEST_MS)
      result = { file, own: line.own }
      if (withPeers) result = { ...result, hyperFormulaProblem: `no result within ${PEER_LONGEST_MS / 1000} s` }
    } else if ('hyperFormula' in line) {
      const { hyperFormulaProblem: _, ...rest } = result
      result = { ...rest, hyperFormula: line.hyperFormula }
    } else if (result.own) result = { ...result, hyperFormulaProblem: line.problem }
    else result = { file, problem: line.problem }
  }
  clearTimeout(timer)
  return result
}

/** The evaluator's time as a multiple of the yardstick's in the same run, by hash of the workbook's content. */
type EvaluatorRecord = Readonly<Record<string, number>>

async function record(): Promise<EvaluatorRecord> {
  return JSON.parse(await readFile(RECORD, 'utf8')) as EvaluatorRecord
}

/** Records the measurements that improved. */
export async function recordEvaluator(results: readonly ModelResult[]): Promise<void> {
  const known = await record()
  const better = results.flatMap(({ own }) =>
    own && own.evaluatorYardsticks < (known[own.mark] ?? Number.POSITIVE_INFINITY)
      ? [[own.mark, own.evaluatorYardsticks] as const]
      : [],
  )
  const sorted = Object.entries({ ...known, ...Object.fromEntries(better) }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(RECORD, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

export async function modelRequirements(results: readonly ModelResult[]): Promise<Requirement[]> {
  const known = await record()
  return results.flatMap((result) => {
    const { file, own, hyperFormula } = result
    if (!own) return [{ what: `${file}: ${result.problem ?? 'no result'}`, holds: false }]
    const before = known[own.mark]
    return [
      {
        what: `${file}: ${own.savedEqual.program} of ${own.savedEqual.compared} cells as saved, ${own.savedEqual.evaluator} by the evaluator`,
        holds: own.savedEqual.program >= own.savedEqual.evaluator,
      },
      {
        what: `${file}: ${own.mismatches} outputs differ from the evaluator's with other inputs`,
        holds: own.mismatches === 0,
      },
      hyperFormula
        ? atLeast(
            `${file}: times as fast as HyperFormula (of whose outputs ${hyperFormula.mismatches} differ)`,
            hyperFormula.timesAsFast,
            TIMES_HYPER_FORMULA,
          )
        : atLeast(
            `${file}: times as fast as the evaluator (HyperFormula: ${result.hyperFormulaProblem ?? 'not asked'})`,
            own.timesTheEvaluator,
            TIMES_EVALUATOR,
          ),
      ...(before === undefined
        ? []
        : [
            atMost(`${file}: time of the evaluator, in its record`, rounded(own.evaluatorYardsticks / before), INEXACT),
          ]),
    ]
  })
}
