import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { KeptChild } from '../../platform/sandbox/kept-child.ts'
import type { Position } from './layout/raw-record.ts'
import { extractFile, type PolicyQuestion } from './policy-request.ts'

const module = path.join(import.meta.dirname, 'policy-child.ts')
const limits = { memoryMegabytes: 512, seconds: 600 }

/** A child process that reads an extract and writes results, with its folder. */
export class PolicyProcess {
  readonly folder: string
  private readonly child: KeptChild
  private turn: Promise<unknown> = Promise.resolve()

  private constructor(child: KeptChild, folder: string) {
    this.child = child
    this.folder = folder
  }

  static async start(
    extract: Readable,
    mapping: PolicyMapping,
    from: Position,
    signal: AbortSignal,
  ): Promise<PolicyProcess> {
    const folder = await temporaryFolder('policies')
    let child: KeptChild | undefined
    try {
      await pipeline(extract, createWriteStream(path.join(folder, extractFile)), { signal })
      child = await KeptChild.start({ module, folder, limits })
      const started = new PolicyProcess(child, folder)
      await started.ask({ kind: 'open', folder, mapping, from })
      return started
    } catch (error) {
      await child?.close()
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** Questions are answered in order. */
  ask(question: PolicyQuestion): Promise<unknown> {
    const answer = this.turn.then(() => this.child.ask(question))
    this.turn = answer.catch(() => undefined)
    return answer
  }

  async close(): Promise<void> {
    await this.child.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
