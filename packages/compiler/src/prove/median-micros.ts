import type { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { provingMoment } from './proving-run.ts'

const timedRuns = 31
const timedMillis = 200

/** Duration of one run on the defaults, after some warm-up runs. */
export function medianMicros(program: Engine): number {
  const times: number[] = []
  const end = performance.now() + timedMillis
  for (let i = 0; i < timedRuns && (i < 3 || performance.now() < end); i++) {
    const before = performance.now()
    program.execute({}, { ...provingMoment, validate: false })
    times.push(performance.now() - before)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000)
}
