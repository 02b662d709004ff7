import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { KeptChild } from '../../platform/sandbox/kept-child.ts'
import { portfolioFileName, type PortfolioQuestion } from './portfolio-request.ts'

const module = path.join(import.meta.dirname, 'portfolio-child.ts')
const limits = { memoryMegabytes: 1024, seconds: 600 }

/** A child process that reads a portfolio and writes results, with its folder. */
export class PortfolioProcess {
  readonly folder: string
  private readonly child: KeptChild
  private turn: Promise<unknown> = Promise.resolve()

  private constructor(child: KeptChild, folder: string) {
    this.child = child
    this.folder = folder
  }

  static async start(portfolio: Readable, signal: AbortSignal): Promise<PortfolioProcess> {
    const folder = await temporaryFolder('portfolio')
    let child: KeptChild | undefined
    try {
      await pipeline(portfolio, createWriteStream(path.join(folder, portfolioFileName)), { signal })
      child = await KeptChild.start({ module, loadsAddons: true, folder, limits })
      const started = new PortfolioProcess(child, folder)
      await started.ask({ kind: 'open', folder })
      return started
    } catch (error) {
      await child?.close()
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** Questions are answered in order. */
  ask(question: PortfolioQuestion): Promise<unknown> {
    const answer = this.turn.then(() => this.child.ask(question))
    this.turn = answer.catch(() => undefined)
    return answer
  }

  async close(): Promise<void> {
    await this.child.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
