/** Tells the benchmark how much processor time this process has used, whenever it asks. */
export function tellCpuTime(): void {
  process.on('message', (message) => {
    if (message !== 'cpu') return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
}
