import { type ChildProcess, spawn } from 'node:child_process'
import { childCommand, type ChildLimits, watchMemory } from './child-limits.ts'
import { childMessage } from './child-messages.ts'
import { ChildStopped } from './run-in-child.ts'

export interface KeptChildTask {
  /** The child's module; it calls `serveParentOften`. */
  readonly module: string
  /** It loads native libraries of packages. */
  readonly loadsAddons?: boolean
  /** The only folder that the child may write to. */
  readonly folder: string
  /** The timeout applies to one request. */
  readonly limits: ChildLimits
}

interface Question {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: ChildStopped) => void
}

/**
 * A child process that answers requests about untrusted data, one after the other, until it is closed. A request that
 * exceeds a limit ends the child.
 */
export class KeptChild {
  private readonly child: ChildProcess
  private readonly limits: ChildLimits
  private readonly unwatch: () => void
  private question: Question | undefined
  private end: ChildStopped | undefined

  private constructor(child: ChildProcess, limits: ChildLimits) {
    this.child = child
    this.limits = limits
    this.unwatch = watchMemory(child.pid ?? 0, limits, () => this.stop(this.tooMuchMemory()))
    let complaint = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = `${complaint}${text}`.slice(0, 4000)
    })
    child.on('message', (message) => this.take(message))
    child.once('error', (error) => this.stop(new ChildStopped('fault', error.message)))
    child.once('close', (_code, signal) => {
      const isMemory = /out of memory|allocation failed|bad_alloc|cannot allocate/i.test(complaint) || signal !== null
      this.stop(isMemory ? this.tooMuchMemory() : new ChildStopped('fault', `The child ended: ${complaint.trim()}`))
    })
  }

  static async start({ module, loadsAddons = false, folder, limits }: KeptChildTask): Promise<KeptChild> {
    const { command, args } = await childCommand({ module, loadsAddons, folder }, limits)
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
    // Long texts are transferred raw instead of as JSON.
    const child = spawn(command, args, { cwd: folder, env: {}, stdio: [...stdio], serialization: 'advanced' })
    return new KeptChild(child, limits)
  }

  get isEnded(): boolean {
    return this.end !== undefined
  }

  /** One at a time: callers await the response before the next request. */
  ask(input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.end) return reject(this.end)
      if (this.question) return reject(new ChildStopped('fault', 'The child was asked while it was busy'))
      const { seconds } = this.limits
      const late = setTimeout(
        () => this.stop(new ChildStopped('time', `It took longer than ${seconds} seconds`)),
        seconds * 1000,
      )
      const done = () => {
        clearTimeout(late)
        this.question = undefined
      }
      this.question = {
        resolve: (result) => {
          done()
          resolve(result)
        },
        reject: (error) => {
          done()
          reject(error)
        },
      }
      this.child.send(input as object, () => undefined)
    })
  }

  close(): Promise<void> {
    this.stop(new ChildStopped('aborted', 'It was closed'))
    return Promise.resolve()
  }

  private take(message: unknown): void {
    const parsed = childMessage.safeParse(message)
    if (!parsed.success) return this.stop(new ChildStopped('fault', 'It sent a message of unknown shape'))
    if (parsed.data.kind === 'done') this.question?.resolve(parsed.data.result)
    else if (parsed.data.kind === 'failed') this.question?.reject(new ChildStopped('fault', parsed.data.message))
    else if (parsed.data.kind === 'out of memory') this.stop(this.tooMuchMemory())
  }

  private stop(reason: ChildStopped): void {
    if (this.end) return
    this.end = reason
    this.unwatch()
    this.child.kill('SIGKILL')
    this.question?.reject(reason)
  }

  private tooMuchMemory(): ChildStopped {
    return new ChildStopped('memory', `It needed more than ${this.limits.memoryMegabytes} MB of memory`)
  }
}
