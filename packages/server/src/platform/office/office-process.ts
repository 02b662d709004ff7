import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/** Address space that LibreOffice takes before it has read anything. */
const reservedKilobytes = 450_000
/** A process that lost its server ends by itself at the latest after so much work. */
const cpuSeconds = 3600

const started = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo']

export interface OfficeStart {
  readonly executable: string
  /** The one folder it works in; the profile lies there too. */
  readonly folder: string
  readonly profile: string
  readonly given: readonly string[]
  /** What its documents may take in memory. */
  readonly megabytes: number
  /** As `withoutNetwork` gave it. */
  readonly wrapper: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Starts LibreOffice on somebody's document: with bounded memory, without our environment and, where the operating
 * system lets us, without a network. Whatever it starts itself belongs to its group and ends with `endOffice`.
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

/** Ends the whole group: the launcher starts another process, which must not stay behind. */
export function endOffice(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Everything of the group has ended already.
  }
}

const networkless = ['unshare', '--user', '--map-current-user', '--net', '--'] as const
const run = promisify(execFile)

/** What a command is started with so that it reaches no network; nothing where the system does not allow that. */
export async function withoutNetwork(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const [command, ...given] = networkless
  return run(command, [...given, 'true']).then(
    () => networkless,
    () => [],
  )
}
