import { readdir, readFile } from 'node:fs/promises'

export interface TreeFigures {
  readonly residentBytes: number
  /** Processor time so far, that of ended child processes included. */
  readonly cpuSeconds: number
}

const ticksPerSecond = 100

/** Memory and processor time of a process and its child processes, without the database. */
export async function figuresOfTree(root: number): Promise<TreeFigures> {
  const processes = new Map<number, { readonly parent: number; readonly ticks: number }>()
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    if (stat === '' || stat.includes('(postgres)')) continue
    const after = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = after.slice(11, 15).reduce((sum, each) => sum + each, 0)
    processes.set(Number(entry), { parent: after[1] ?? 0, ticks })
  }
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && id > 1 && (id === root || isBelow(processes.get(id)?.parent))
  let [residentBytes, ticks] = [0, 0]
  for (const [id, process] of processes) {
    if (!isBelow(id)) continue
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
    residentBytes += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
    ticks += process.ticks
  }
  return { residentBytes, cpuSeconds: ticks / ticksPerSecond }
}
