import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '../../../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { type Identity, runCommand } from './run-command.ts'

/** The postmaster.pid file of a running server. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const [pid = '', , , port = '', socketFolder = ''] = text.split('\n')
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder.trim() }
}

/**
 * A killed server process leaves its PostgreSQL running, or a stale pid file. Stops the former and removes the latter,
 * so that the cluster can be started. The caller holds the lock of the data folder, so nobody else uses it.
 */
export async function stopOrphan(cluster: string, binaries: Binaries, identity: Identity): Promise<void> {
  const file = await readPostmasterFile(cluster)
  if (file === undefined) return
  if (await runsCluster(file.pid, cluster)) await stopPostmaster(file.pid, cluster, binaries, identity)
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** Stops PostgreSQL: first with a fast shutdown, then by force if it does not end. */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  binaries: Binaries,
  identity: Identity,
): Promise<void> {
  if (process.platform === 'win32') {
    await runCommand(identity, binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '30'], binaries.environment)
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!send(pid, signal)) return
    if (await ended(pid, cluster)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end`)
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

async function ended(pid: number, cluster: string): Promise<boolean> {
  for (let waited = 0; waited < 15_000; waited += 20) {
    if (!(await runsCluster(pid, cluster))) return true
    await delay(20)
  }
  return false
}

/** Process ids are reused, so a living process is not enough: it must be PostgreSQL, working in this folder. */
async function runsCluster(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false
  if (process.platform === 'linux') return worksIn(pid, cluster)
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform === 'win32') return true
  const { output } = await runCommand({ description: '', wrapper: [] }, 'ps', ['-p', String(pid), '-o', 'command='])
  return output.includes('postgres') && output.includes(cluster)
}

/** A zombie (dead, but not yet reaped by its parent) has no working folder. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster))
  } catch {
    return false
  }
}
