import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../files/temporary-folder.ts'
import type { ChildLimits } from './child-limits.ts'
import { startChild } from './run-in-child.ts'

/** A started child that waits for its input, and the folder it may write to. */
export interface ReadyChild {
  readonly child: ChildProcess
  readonly folder: string
}

interface SpareChildOptions {
  /** The child's module; it calls `serveParent`. */
  readonly module: string
  readonly limits: ChildLimits
  /** Purpose of the folders. */
  readonly purpose: Parameters<typeof temporaryFolder>[0]
}

/**
 * Keeps one child started in advance, because starting takes longer than most tasks. Each child still does one task and
 * ends: no state is left for the next.
 */
export class SpareChild {
  private readonly options: SpareChildOptions
  private spare: Promise<ReadyChild | undefined> | undefined
  private isClosed = false

  constructor(options: SpareChildOptions) {
    this.options = options
  }

  /** Starts a spare child unless there is one, so that the next task need not wait. */
  prepare(): void {
    // Ignore a spare that cannot be started: the next task that needs a child gets the error.
    if (!this.isClosed) this.spare ??= this.start().catch(() => undefined)
  }

  /** A child for one task. The caller removes its folder. */
  async take(): Promise<ReadyChild> {
    const taken = this.spare
    this.spare = undefined
    const ready = await taken
    if (ready !== undefined && isWaiting(ready.child)) return ready
    if (ready !== undefined) await discard(ready)
    return this.start()
  }

  async close(): Promise<void> {
    this.isClosed = true
    const ready = await this.spare
    this.spare = undefined
    if (ready !== undefined) await discard(ready)
  }

  private async start(): Promise<ReadyChild> {
    const { module, limits, purpose } = this.options
    const folder = await temporaryFolder(purpose)
    try {
      const child = await startChild({ module, folder, limits })
      // The task that uses it gets the error; nobody listens while it waits.
      child.on('error', () => undefined)
      return { child, folder }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }
}

function isWaiting({ exitCode, signalCode, connected }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && connected
}

async function discard({ child, folder }: ReadyChild): Promise<void> {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
