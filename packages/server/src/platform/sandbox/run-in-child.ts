import { type ChildProcess, spawn } from 'node:child_process'
import { childCommand, type ChildLimits, watchMemory } from './child-limits.ts'
import { childMessage } from './child-messages.ts'

export interface ChildTask {
  /** The child's module; it calls `serveParent`. */
  readonly module: string
  /** The module reads package files, such as fonts, so it runs from its sources, which takes a second longer. */
  readonly readsPackages?: boolean
  readonly input: unknown
  /** The only folder that the child may write to. */
  readonly folder: string
  readonly limits: ChildLimits
  readonly signal: AbortSignal
  readonly onProgress?: (percent: number, note: string) => void
}

/** Why a child gave no result: a limit, an abort by the caller, or a bug. */
export class ChildStopped extends Error {
  readonly reason: 'memory' | 'time' | 'aborted' | 'fault'
  constructor(reason: ChildStopped['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChildStopped'
    this.reason = reason
  }
}

/** Exit signals of the runtime when memory is refused. */
const outOfMemorySignals: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'])
const keptComplaint = 4_000

/**
 * Runs a module on untrusted data in its own process, which has ended when this resolves: limited in memory and time,
 * killed when the signal is aborted, without the server's environment and its secrets.
 */
export async function runInChild(task: ChildTask): Promise<unknown> {
  return runOn(await startChild(task), task)
}

/** Starts a child that waits for its input. */
export async function startChild(
  task: Pick<ChildTask, 'module' | 'readsPackages' | 'folder' | 'limits'>,
): Promise<ChildProcess> {
  const { command, args } = await childCommand(task, task.limits)
  return spawn(command, args, { cwd: task.folder, env: {}, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
}

/** Sends a child its input, and waits for its end. The timeout starts now. */
export function runOn(
  child: ChildProcess,
  { input, limits, signal, onProgress }: Pick<ChildTask, 'input' | 'limits' | 'signal' | 'onProgress'>,
): Promise<unknown> {
  if (signal.aborted) {
    child.kill('SIGKILL')
    return Promise.reject(calledOff(signal))
  }
  return new Promise((resolve, reject) => {
    let outcome: { readonly result: unknown } | ChildStopped | undefined
    let complaint = ''

    const stop = (reason: ChildStopped) => {
      outcome ??= reason
      child.kill('SIGKILL')
    }
    const onAbort = () => stop(calledOff(signal))
    const deadline = setTimeout(
      () => stop(new ChildStopped('time', `It took longer than ${limits.seconds} seconds`)),
      limits.seconds * 1000,
    )
    const unwatch = watchMemory(child.pid ?? 0, limits, () => stop(tooMuchMemory(limits)))
    signal.addEventListener('abort', onAbort, { once: true })

    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (complaint.length < keptComplaint) complaint += text
    })
    child.on('message', (message) => {
      const parsed = childMessage.safeParse(message)
      if (!parsed.success) return stop(new ChildStopped('fault', 'It sent a message of unknown shape'))
      const told = parsed.data
      if (told.kind === 'progress') onProgress?.(told.percent, told.note)
      else if (told.kind === 'done') outcome ??= { result: told.result }
      else if (told.kind === 'out of memory') outcome ??= tooMuchMemory(limits)
      else outcome ??= new ChildStopped('fault', told.message)
    })
    child.once('error', (error) => {
      outcome ??= new ChildStopped('fault', error.message)
      if (child.pid === undefined) end(null, null)
    })
    child.once('close', end)
    sendTo(child, input)

    function end(code: number | null, killedBy: string | null): void {
      clearTimeout(deadline)
      unwatch()
      signal.removeEventListener('abort', onAbort)
      const ended = outcome ?? endOf(code, killedBy, complaint, limits)
      if (ended instanceof ChildStopped) reject(ended)
      else resolve(ended.result)
    }
  })
}

/** A child that has already ended reports it by closing. */
function sendTo(child: ChildProcess, input: unknown): void {
  child.send(input as object, () => undefined)
}

function calledOff(signal: AbortSignal): ChildStopped {
  return new ChildStopped('aborted', 'It was called off', { cause: signal.reason })
}

function tooMuchMemory({ memoryMegabytes }: ChildLimits): ChildStopped {
  return new ChildStopped('memory', `It needed more than ${memoryMegabytes} MB of memory`)
}

function endOf(code: number | null, killedBy: string | null, complaint: string, limits: ChildLimits): ChildStopped {
  const isMemory = /out of memory|allocation failed|bad_alloc|cannot allocate/i.test(complaint)
  if (isMemory || outOfMemorySignals.has(killedBy ?? '') || (code !== null && code >= 132 && code <= 139)) {
    return tooMuchMemory(limits)
  }
  return new ChildStopped('fault', `It ended with ${killedBy ?? `code ${code}`}: ${complaint.trim()}`)
}
