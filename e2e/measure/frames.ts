import type { Page } from 'playwright-core'

/** Milliseconds between frames while something is done. */
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

/** Median, most and longest of what was measured. */
export function print(what: string, millis: readonly number[]): void {
  const sorted = millis.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  const [median, most, worst] = [at(0.5), at(0.95), at(1)]
  process.stdout.write(`${what}: ${millis.length} frames, median ${median} ms, 95 % ${most} ms, longest ${worst} ms\n`)
}
