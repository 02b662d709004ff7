import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

const results = path.join(import.meta.dirname, '../../bench/results')

/** Milliseconds between frames during an action. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<number[]> {
  const recording = page.evaluateHandle(() => {
    const frames: number[] = []
    const recorder = { frames, running: true }
    let last = performance.now()
    const tick = () => {
      const now = performance.now()
      frames.push(now - last)
      last = now
      if (recorder.running) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    return recorder
  })
  const recorder = await recording
  await work()
  return recorder.evaluate((one) => {
    one.running = false
    return one.frames.slice(1)
  })
}

/** Median, 95th percentile and maximum of the measurements; also stored in the history of figures. */
export function print(what: string, millis: readonly number[]): void {
  const sorted = millis.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  const [median, most, worst] = [at(0.5), at(0.95), at(1)]
  keep(what, { median: Number(median), most: Number(most), longest: Number(worst) })
  process.stdout.write(`${what}: ${millis.length} frames, median ${median} ms, 95 % ${most} ms, longest ${worst} ms\n`)
}

function keep(what: string, figures: Readonly<Record<string, number>>): void {
  const file = path.join(results, `${path.basename(process.argv[1] ?? 'measured', '.ts')}.json`)
  mkdirSync(results, { recursive: true })
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {}
  const after = { ...before, [what]: figures, measuredAt: new Date().toISOString() }
  writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`)
}
