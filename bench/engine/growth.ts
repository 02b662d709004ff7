import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { exponent, median, rounded } from './timing.ts'

const run = promisify(execFile)

/** What one size of a workbook costs, as `grow-one.ts` prints it. */
export interface Cost {
  readonly readMs: number
  readonly compileMs: number
  readonly evalMicros: number
  /** Memory of the process after everything superfluous is collected. */
  readonly rssMb: number
  /** Of that what objects and arrays take, right after reading and compiling. */
  readonly heapMb: number
}

/** Four sizes of each, rows doubled each time. */
const SIZES = { projection: [600, 1200, 2400, 4800], ledger: [2500, 5000, 10_000, 20_000] } as const

interface Growth {
  readonly sizes: readonly number[]
  /** Medians over the runs, size by size. */
  readonly costs: readonly Cost[]
  /** Fitted exponents. */
  readonly exponents: Readonly<Record<keyof Cost, number>>
}

/** How time and memory grow when rows are doubled. Every size runs in a process of its own, sizes in turns. */
export async function grown(repetitions: number): Promise<Record<string, Growth>> {
  const result: Record<string, Growth> = {}
  for (const [name, sizes] of Object.entries(SIZES)) {
    const runs: Cost[][] = sizes.map(() => [])
    for (let i = 0; i < repetitions; i++)
      for (const [k, size] of sizes.entries()) runs[k]?.push(await costOf(name, size))
    const costs = runs.map(
      (list): Cost => ({
        readMs: median(list.map(({ readMs }) => readMs)),
        compileMs: median(list.map(({ compileMs }) => compileMs)),
        evalMicros: median(list.map(({ evalMicros }) => evalMicros)),
        rssMb: median(list.map(({ rssMb }) => rssMb)),
        heapMb: median(list.map(({ heapMb }) => heapMb)),
      }),
    )
    const fitted = (key: keyof Cost) => exponent(costs.map((cost, k) => [sizes[k] ?? 1, cost[key]]))
    result[name] = {
      sizes,
      costs: costs.map((cost) => ({ ...cost, evalMicros: rounded(cost.evalMicros) })),
      exponents: {
        readMs: fitted('readMs'),
        compileMs: fitted('compileMs'),
        evalMicros: fitted('evalMicros'),
        rssMb: fitted('rssMb'),
        heapMb: fitted('heapMb'),
      },
    }
    console.log(JSON.stringify({ name, ...result[name] }))
  }
  return result
}

async function costOf(name: string, size: number): Promise<Cost> {
  const script = path.join(import.meta.dirname, 'grow-one.ts')
  const { stdout } = await run(process.execPath, ['--expose-gc', script, name, String(size)])
  return JSON.parse(stdout) as Cost
}
