/** Reports this process's processor time whenever the benchmark asks. */
export function tellCpuTime(): void {
  process.on('message', (message) => {
    if (message !== 'cpu') return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
}
