import { spawn } from 'node:child_process'

/** How a command is run: through a wrapper command, as another user, or as the current one. */
export interface Identity {
  readonly description: string
  readonly wrapper: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

export interface CommandResult {
  readonly code: number | null
  readonly output: string
}

/** Runs a command to its end and returns its output. A command that cannot be started counts as failed. */
export async function runCommand(
  identity: Identity,
  executable: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const [command = executable, ...rest] = [...identity.wrapper, executable, ...args]
  return new Promise((resolve) => {
    const child = spawn(command, rest, { ...spawnOptions(identity, environment), stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8').trim() }))
  })
}

/** A working folder that every user can enter; ours may be private. */
export function spawnOptions(identity: Identity, environment: Readonly<Record<string, string>>) {
  return {
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], LC_ALL: 'C', TZ: 'UTC', ...environment },
    ...(identity.uid !== undefined && { uid: identity.uid }),
    ...(identity.gid !== undefined && { gid: identity.gid }),
    windowsHide: true,
  }
}
