import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Purpose, temporaryFolder } from '../files/temporary-folder.ts'
import { KeptChild, type KeptChildTask } from './kept-child.ts'

export interface FolderChildTask extends Omit<KeptChildTask, 'folder'> {
  readonly purpose: Purpose
  /** An untrusted file that the child finds in its folder. */
  readonly file?: { readonly name: string; readonly content: Readable; readonly signal: AbortSignal }
}

/** A child process with a temporary folder, in which both sides read and write files. */
export class FolderChild<Question> {
  readonly folder: string
  private readonly child: KeptChild
  private turn: Promise<unknown> = Promise.resolve()

  private constructor(child: KeptChild, folder: string) {
    this.child = child
    this.folder = folder
  }

  /** Starts the child and asks it the first question. */
  static async start<Question>(
    { purpose, file, ...task }: FolderChildTask,
    opening: (folder: string) => Question,
  ): Promise<FolderChild<Question>> {
    const folder = await temporaryFolder(purpose)
    let child: KeptChild | undefined
    try {
      if (file !== undefined) {
        await pipeline(file.content, createWriteStream(path.join(folder, file.name)), { signal: file.signal })
      }
      child = await KeptChild.start({ ...task, folder })
      const started = new FolderChild<Question>(child, folder)
      await started.ask(opening(folder))
      return started
    } catch (error) {
      await child?.close()
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  get isEnded(): boolean {
    return this.child.isEnded
  }

  /** Questions are answered in order. */
  ask(question: Question): Promise<unknown> {
    const answer = this.turn.then(() => this.child.ask(question))
    this.turn = answer.catch(() => undefined)
    return answer
  }

  async close(): Promise<void> {
    await this.child.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
