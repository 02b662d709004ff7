/** Microseconds that a piece of work takes. */
export function microsOf(work: () => void): number {
  const started = performance.now()
  work()
  return (performance.now() - started) * 1000
}

/**
 * Processor time of this thread for a piece of work, in microseconds. Unlike wall-clock time, it does not grow when
 * other processes compete for the processor, so longer work is not interrupted more often than the work it is compared
 * with.
 */
export function workMicrosOf(work: () => void): number {
  const started = worked()
  work()
  return worked() - started
}

/** The system updates a thread's processor time when the thread yields, so yield for a moment. */
function worked(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.02)
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Processor time of all threads of this process so far, in milliseconds. */
export function processWorkMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Repeats a piece of work until this thread has used so much processor time, however busy the machine is. */
export function warmUp(work: () => void, millis: number): void {
  const started = process.threadCpuUsage()
  for (;;) {
    work()
    const { user, system } = process.threadCpuUsage(started)
    if ((user + system) / 1000 >= millis) return
  }
}

export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

export function mean(list: readonly number[]): number {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** Slope of the line through the logarithms: the exponent at which a quantity grows with the size. */
export function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const top = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return rounded(top / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0))
}
