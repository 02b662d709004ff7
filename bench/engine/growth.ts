import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { atMost, type Requirement } from './requirements.ts'
import { exponent, median, rounded } from './timing.ts'

const run = promisify(execFile)

/** What one size of a workbook costs, as `grow-one.ts` prints it. */
export interface Cost {
  readonly readMs: number
  readonly compileMs: number
  readonly evalMicros: number
  /** Memory of the process after garbage collection. */
  readonly rssMb: number
  /** Part of it for objects and arrays, right after reading and compiling. */
  readonly heapMb: number
}

/** Four sizes of each, each with twice the rows of the one before; the largest `big` has 200,000 formulas. */
const SIZES = { annuity: [600, 1200, 2400, 4800], big: [2475, 4950, 9900, 19_800] } as const
const LIMIT = 1.15
const MEASURES: Readonly<Record<keyof Cost, string>> = {
  readMs: 'time to read',
  compileMs: 'time to compile',
  evalMicros: 'time to evaluate',
  rssMb: 'memory of the process',
  heapMb: 'memory of workbook and program',
}

export interface Growth {
  readonly sizes: readonly number[]
  /** Medians over the runs, size by size. */
  readonly costs: readonly Cost[]
  /** Fitted exponents. */
  readonly exponents: Readonly<Record<keyof Cost, number>>
}

/** Measures how time and memory grow when rows double. Each size runs in its own process; the sizes take turns. */
export async function grown(repetitions: number, only: string | undefined): Promise<Record<string, Growth>> {
  const result: Record<string, Growth> = {}
  for (const [name, sizes] of Object.entries(SIZES)) {
    if (only !== undefined && name !== only) continue
    const runs: Cost[][] = sizes.map(() => [])
    for (let i = 0; i < repetitions; i++)
      for (const [k, size] of sizes.entries()) runs[k]?.push(await costOf(name, size))
    const costs = runs.map((list) => each((key) => rounded(median(list.map((cost) => cost[key])))))
    const exponents = each((key) => exponent(costs.map((cost, k) => [sizes[k] ?? 1, cost[key]])))
    result[name] = { sizes, costs, exponents }
    console.log(`${name}, ${repetitions} runs of each size`)
    costs.forEach((cost, k) => console.log(`  ${sizes[k]} rows: ${JSON.stringify(cost)}`))
  }
  return result
}

export function growthRequirements(growth: Readonly<Record<string, Growth>>): Requirement[] {
  return Object.entries(growth).flatMap(([name, { exponents }]) =>
    keys().map((key) => atMost(`${name}: exponent of ${MEASURES[key]}`, exponents[key], LIMIT)),
  )
}

function keys(): (keyof Cost)[] {
  return Object.keys(MEASURES) as (keyof Cost)[]
}

function each(value: (key: keyof Cost) => number): Cost {
  return Object.fromEntries(keys().map((key) => [key, value(key)])) as unknown as Cost
}

async function costOf(name: string, size: number): Promise<Cost> {
  const script = path.join(import.meta.dirname, 'grow-one.ts')
  const { stdout } = await run(process.execPath, ['--expose-gc', script, name, String(size)])
  return JSON.parse(stdout) as Cost
}
