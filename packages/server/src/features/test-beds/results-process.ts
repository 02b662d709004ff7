import { rm } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { KeptChild } from '../../platform/sandbox/kept-child.ts'
import type { ResultsQuestion } from './results-request.ts'

const module = path.join(import.meta.dirname, 'results-child.ts')
const limits = { memoryMegabytes: 1024, seconds: 300 }

/** A child process with a database over result files, and their folder. */
export class ResultsProcess {
  readonly folder: string
  private readonly child: KeptChild
  private turn: Promise<unknown> = Promise.resolve()

  private constructor(child: KeptChild, folder: string) {
    this.child = child
    this.folder = folder
  }

  static async start(): Promise<ResultsProcess> {
    const folder = await temporaryFolder('tests')
    try {
      const child = await KeptChild.start({ module, loadsAddons: true, folder, limits })
      const started = new ResultsProcess(child, folder)
      await started.ask({ kind: 'open', folder })
      return started
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  get isEnded(): boolean {
    return this.child.isEnded
  }

  /** Questions are answered in order. */
  ask(question: ResultsQuestion): Promise<unknown> {
    const answer = this.turn.then(() => this.child.ask(question))
    this.turn = answer.catch(() => undefined)
    return answer
  }

  async close(): Promise<void> {
    await this.child.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
