import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { bundledModule } from './bundled-module.ts'

export interface ChildLimits {
  readonly memoryMegabytes: number
  readonly seconds: number
}

export interface StartedChild {
  readonly module: string
  readonly readsPackages?: boolean
  /** The module loads native libraries of packages, which the runtime's permissions do not restrict. */
  readonly loadsAddons?: boolean
  readonly folder: string
}

const run = promisify(execFile)

/** The code of the product and its dependencies. */
const root = path.join(import.meta.dirname, '../../../../..')
const installed = path.join(root, 'node_modules')

/** Room for later reservations of the runtime, such as compiled code and young objects. */
const reservedLaterMegabytes = 64

/**
 * Writable memory that the runtime reserves before the first line of our code runs. It differs by architecture and
 * version, so an idle child measures it, once per process.
 */
let reservation: Promise<number> | undefined

async function measureReservation(): Promise<number> {
  const tell = "process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'utf8'))"
  const { stdout } = await run(process.execPath, ['-e', tell], { env: {} })
  const kilobytes = Number(/^VmData:\s+(\d+) kB$/m.exec(stdout)?.[1])
  if (!kilobytes) throw new Error('The kernel does not tell how much memory a process reserves')
  return Math.ceil(kilobytes / 1024) + reservedLaterMegabytes
}

async function reservedMegabytes(): Promise<number> {
  reservation ??= measureReservation()
  try {
    return await reservation
  } catch (error) {
    reservation = undefined
    throw error
  }
}

/**
 * How a child is started so that it cannot exceed its limits. On Linux the kernel counts all writable memory, including
 * typed arrays, and refuses more (`ulimit -d`); the runtime's heap limit would count objects only. Elsewhere the parent
 * watches (`watchMemory`). In both cases the child may read its own code and its folder, write into its folder, and
 * start nothing.
 */
export async function childCommand(
  { module, readsPackages = false, loadsAddons = false, folder }: StartedChild,
  { memoryMegabytes }: ChildLimits,
): Promise<{ command: string; args: string[] }> {
  const code = readsPackages ? module : await bundledModule(module)
  const readable = [
    readsPackages ? path.join(root, 'packages') : code,
    ...(readsPackages || loadsAddons ? [installed] : []),
  ]
  const node = [
    `--max-old-space-size=${memoryMegabytes}`,
    '--permission',
    ...(loadsAddons ? ['--allow-addons'] : []),
    ...[...readable, folder].map((place) => `--allow-fs-read=${place}`),
    `--allow-fs-write=${folder}`,
    '--disable-warning=SecurityWarning',
    code,
  ]
  if (process.platform !== 'linux') return { command: process.execPath, args: node }
  const kilobytes = String((memoryMegabytes + (await reservedMegabytes())) * 1024)
  const limited = 'ulimit -c 0; ulimit -d "$1" || exit 125; shift; exec "$@"'
  return { command: '/bin/sh', args: ['-c', limited, 'sh', kilobytes, process.execPath, ...node] }
}

/** If the kernel does not enforce the limit: polls the child's memory until stopped. */
export function watchMemory(pid: number, { memoryMegabytes }: ChildLimits, onExcess: () => void): () => void {
  if (process.platform === 'linux') return () => undefined
  const look = async () => {
    if ((await residentMegabytes(pid)) > memoryMegabytes) onExcess()
  }
  const timer = setInterval(() => void look(), 250)
  return () => clearInterval(timer)
}

/** Memory of a process; undefined if it has ended. */
async function residentMegabytes(pid: number): Promise<number> {
  try {
    if (process.platform === 'win32') {
      const { stdout } = await run('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'])
      return Number((stdout.split('","').at(4) ?? '').replace(/\D/g, '')) / 1024
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout.trim()) / 1024
  } catch {
    return 0
  }
}
