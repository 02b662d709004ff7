import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/** Address space that LibreOffice takes before it has read anything. */
const reservedKilobytes = 450_000
/** CPU time limit, so that a process that lost its server ends by itself. */
const cpuSeconds = 3600

const started = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo']

export interface OfficeStart {
  readonly executable: string
  /** Its only working folder, which also contains the profile. */
  readonly folder: string
  readonly profile: string
  readonly given: readonly string[]
  /** Memory limit of its documents. */
  readonly megabytes: number
  /** As returned by `withoutNetwork`. */
  readonly wrapper: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Starts LibreOffice on an untrusted document: with limited memory, without our environment and, if the operating
 * system allows it, without a network. Its child processes belong to its group and end with `endOffice`.
 */
export function startOffice(start: OfficeStart): ChildProcess {
  const { executable, folder, profile, given, megabytes, wrapper, environment } = start
  const kilobytes = String(reservedKilobytes + megabytes * 1024)
  const limited = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -v "$1" || exit 125; shift; exec "$@"`
  const command = [...wrapper, executable, `-env:UserInstallation=file://${profile}`, ...started, ...given]
  return spawn('/bin/sh', ['-c', limited, 'sh', kilobytes, ...command], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      ...environment,
    },
    stdio: 'ignore',
    detached: true,
  })
}

/** Kills the whole group: the launcher starts another process, which must not stay behind. */
export function endOffice(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has already ended.
  }
}

const networkless = ['unshare', '--user', '--map-current-user', '--net', '--'] as const
const run = promisify(execFile)

/** Command prefix that cuts off the network; empty if the system does not allow that. */
export async function withoutNetwork(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const [command, ...given] = networkless
  return run(command, [...given, 'true']).then(
    () => networkless,
    () => [],
  )
}
