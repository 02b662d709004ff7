import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Files } from '../../platform/files/files.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { TurnRefused } from '../../platform/office/fair-turns.ts'
import { KeptBooks } from '../../platform/office/kept-books.ts'
import type { ChildLimits } from '../../platform/sandbox/child-limits.ts'
import { KeptChild } from '../../platform/sandbox/kept-child.ts'
import { ChildStopped } from '../../platform/sandbox/run-in-child.ts'
import type { Settings } from '../../settings.ts'
import { lookAnswer, lookFiles, type LookQuestion, type LookRequest } from './look-request.ts'

const childModule = path.join(import.meta.dirname, 'look-child.ts')
/** The most workbooks open at the same time in one server process. */
const places = 3
const longestWaitMs = 30_000

export interface BookQuestion {
  readonly tenantId: string
  readonly fileHash: string
  readonly locale: string
  readonly question: LookQuestion
  /** A second workbook for the question. */
  readonly otherFileHash?: string | undefined
}

/** Workbooks that people inspect, each in its own child process that is kept for the next question. */
export class OpenBooks {
  private readonly files: Files
  private readonly limits: ChildLimits
  private readonly books = new KeptBooks<OpenBook>(places)

  constructor(files: Files, limits: ChildLimits) {
    this.files = files
    this.limits = limits
  }

  /** The workbook with marked inputs and outputs written as names. */
  async named(tenantId: string, fileHash: string, marks: MarkedInterface): Promise<Buffer> {
    let content: Buffer | undefined
    const take = async (book: OpenBook) => {
      const answer = await book.ask('en-US', { kind: 'named', marks }, undefined)
      if (lookAnswer.parse(answer).kind === 'answer') content = await book.namedFile()
      return answer
    }
    await this.answerOf({ tenantId, fileHash }, take)
    if (content === undefined) throw new Error('The child wrote no workbook')
    return content
  }

  ask({ tenantId, fileHash, locale, question, otherFileHash }: BookQuestion): Promise<unknown> {
    return this.answerOf({ tenantId, fileHash }, (book) => book.ask(locale, question, otherFileHash))
  }

  private async answerOf(
    { tenantId, fileHash }: Pick<BookQuestion, 'tenantId' | 'fileHash'>,
    use: (book: OpenBook) => Promise<unknown>,
  ): Promise<unknown> {
    const key = `${tenantId}/${fileHash}`
    const open = () => OpenBook.open(this.files, tenantId, fileHash, this.limits)
    const answer = lookAnswer.parse(
      await this.books.run({ key, owner: tenantId, waitMillis: longestWaitMs, open, use }).catch(asCallError),
    )
    if (answer.kind === 'answer') return answer.answer
    const { code, field, message, allowed } = answer
    throw new CallError(code, message, [{ field, message, ...(allowed === undefined ? {} : { allowed }) }])
  }

  close(): Promise<void> {
    return this.books.close()
  }
}

export function openBooks(files: Files, settings: Pick<Settings, 'buildMegabytes' | 'buildSeconds'>): OpenBooks {
  return new OpenBooks(files, { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds })
}

class OpenBook {
  private readonly child: KeptChild
  private readonly folder: string
  private readonly copy: (hash: string, name: string) => Promise<void>
  /** The second workbook in the folder. */
  private other: string | undefined

  private constructor(child: KeptChild, folder: string, copy: OpenBook['copy']) {
    this.child = child
    this.folder = folder
    this.copy = copy
  }

  static async open(files: Files, tenantId: string, fileHash: string, limits: ChildLimits): Promise<OpenBook> {
    const folder = await temporaryFolder('look')
    try {
      const copy = async (hash: string, name: string) =>
        pipeline(await files.open(tenantId, hash), createWriteStream(path.join(folder, name)))
      await copy(fileHash, lookFiles.workbook)
      return new OpenBook(await KeptChild.start({ module: childModule, folder, limits }), folder, copy)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  get isEnded(): boolean {
    return this.child.isEnded
  }

  async ask(locale: string, question: LookQuestion, otherFileHash: string | undefined): Promise<unknown> {
    const request: LookRequest = { folder: this.folder, locale, question, other: otherFileHash }
    if (otherFileHash !== undefined && this.other !== otherFileHash) {
      if (this.other !== undefined) await rm(path.join(this.folder, this.other), { force: true })
      await this.copy(otherFileHash, otherFileHash)
      this.other = otherFileHash
    }
    return this.child.ask(request)
  }

  /** The file that the child wrote last. */
  async namedFile(): Promise<Buffer> {
    return readFile(path.join(this.folder, lookFiles.named))
  }

  async close(): Promise<void> {
    await this.child.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

function asCallError(error: unknown): never {
  if (error instanceof ChildStopped && (error.reason === 'time' || error.reason === 'memory')) {
    throw new CallError('CALCULATION_LIMIT_EXCEEDED', `Looking into the workbook was stopped. ${error.message}`)
  }
  if (error instanceof TurnRefused) {
    throw new CallError('SERVICE_UNAVAILABLE', 'Too many workbooks are looked into at the moment', undefined, 5)
  }
  throw error
}
