import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '../files/temporary-folder.ts'
import type { ChildLimits } from './child-limits.ts'
import { startChild } from './run-in-child.ts'

/** A child that was started and waits for its input, and the folder it may write to. */
export interface ReadyChild {
  readonly child: ChildProcess
  readonly folder: string
}

interface SpareChildOptions {
  /** The module that the child runs; it calls `serveParent`. */
  readonly module: string
  readonly limits: ChildLimits
  /** What the folders are for. */
  readonly purpose: Parameters<typeof temporaryFolder>[0]
}

/**
 * Keeps one child started before it is needed, because starting takes longer than most tasks. Each child still does one task
 * and ends: nothing of a task is left for the next.
 */
export class SpareChild {
  private readonly options: SpareChildOptions
  private spare: Promise<ReadyChild | undefined> | undefined
  private isClosed = false

  constructor(options: SpareChildOptions) {
    this.options = options
  }

  /** Starts a spare child unless there is one; whoever takes one then need not wait. */
  prepare(): void {
    // A spare that cannot be started is no failure: the one who needs a child is told.
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
      // Told to whoever runs it; while it waits nobody asks.
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
