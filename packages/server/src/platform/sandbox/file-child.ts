import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Purpose, temporaryFolder } from '../files/temporary-folder.ts'
import { KeptChild, type KeptChildTask } from './kept-child.ts'

export interface FileChildTask extends Omit<KeptChildTask, 'folder'> {
  /** Part of the name of its folder. */
  readonly name: Purpose
  /** Name of the file in its folder. */
  readonly fileName: string
}

/** A child process that reads an untrusted file and writes results, with its folder. */
export class FileChild<Question> {
  readonly folder: string
  private readonly child: KeptChild
  private turn: Promise<unknown> = Promise.resolve()

  private constructor(child: KeptChild, folder: string) {
    this.child = child
    this.folder = folder
  }

  /** Copies the file into the folder, starts the child and asks it the first question. */
  static async start<Question>(
    { name, fileName, ...task }: FileChildTask,
    file: Readable,
    signal: AbortSignal,
    opening: (folder: string) => Question,
  ): Promise<FileChild<Question>> {
    const folder = await temporaryFolder(name)
    let child: KeptChild | undefined
    try {
      await pipeline(file, createWriteStream(path.join(folder, fileName)), { signal })
      child = await KeptChild.start({ ...task, folder })
      const started = new FileChild<Question>(child, folder)
      await started.ask(opening(folder))
      return started
    } catch (error) {
      await child?.close()
      await rm(folder, { recursive: true, force: true })
      throw error
    }
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
