import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { macroName, refusedPut } from './book-macro.ts'
import type { ProfileTemplate } from './calculating-profile.ts'
import { DataReader, type DataWriter } from './data-stream.ts'
import { endOffice, startOffice } from './office-process.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'

/** Why LibreOffice did not answer: a timeout or a crash, mostly for lack of memory. */
export class BookStopped extends Error {
  override readonly name = 'BookStopped'
  readonly reason: 'time' | 'broken'

  constructor(reason: 'time' | 'broken', message: string) {
    super(message)
    this.reason = reason
  }
}

export interface BookStart {
  readonly executable: string
  readonly wrapper: readonly string[]
  readonly template: ProfileTemplate
  readonly locale: string
  readonly megabytes: number
}

const longestStartMs = 60_000
/** Time for it to end by itself after its pipe ended. */
const longestEndMs = 2_000

/**
 * A LibreOffice process with its own temporary profile and folder. It answers one request at a time. Any failure ends
 * it: its state is not trusted afterwards.
 */
export class OpenBook {
  readonly folder: string
  private readonly child: ChildProcess
  private readonly socket: Socket
  private hasEnded = false
  private waiting: { resolve: () => void; reject: (error: Error) => void } | undefined

  private constructor(folder: string, child: ChildProcess, socket: Socket) {
    this.folder = folder
    this.child = child
    this.socket = socket
    socket.on('data', () => this.waiting?.resolve())
    socket.on('error', () => this.broken())
    socket.on('close', () => this.broken())
    child.once('exit', () => this.broken())
  }

  static async start({ executable, wrapper, template, locale, megabytes }: BookStart): Promise<OpenBook> {
    const folder = await temporaryFolder('book')
    const name = randomUUID()
    const server = createServer()
    let child: ChildProcess | undefined
    try {
      const profile = path.join(folder, 'profile')
      await template.copyTo(profile, locale)
      server.listen(pipePath(name))
      await once(server, 'listening')
      const environment = { SHEETWRIGHT_FOLDER: folder, SHEETWRIGHT_PIPE: name }
      child = startOffice({ executable, wrapper, folder, profile, given: [macroName], megabytes, environment })
      const socket = await connected(server, child)
      const book = new OpenBook(folder, child, socket)
      // Its first byte means that it listens.
      await book.answered(longestStartMs)
      return book
    } catch (error) {
      if (child !== undefined) endOffice(child)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      throw error
    } finally {
      // Nobody else connects, so stop listening; the path of the pipe is free again.
      server.close()
    }
  }

  get isEnded(): boolean {
    return this.hasEnded
  }

  async ask(request: DataWriter, millis: number): Promise<DataReader> {
    if (this.hasEnded) throw gone()
    const answer = path.join(this.folder, 'answer')
    await rm(answer, { force: true })
    await writeFile(path.join(this.folder, 'request'), request.bytes()).catch((error: unknown) => {
      throw this.hasEnded ? gone() : error
    })
    // No later event would report that it ended in the meantime.
    if (this.hasEnded) throw gone()
    const answered = this.answered(millis)
    this.socket.write('?')
    await answered
    return new DataReader(await readFile(answer))
  }

  async close(): Promise<void> {
    this.hasEnded = true
    this.waiting?.reject(gone())
    this.socket.destroy()
    // Only if it ends by itself does it remove its files outside its folder.
    const timer = setTimeout(() => endOffice(this.child), longestEndMs)
    // An ending process may still write into its folder.
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
    clearTimeout(timer)
    endOffice(this.child)
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined)
  }

  private async answered(millis: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.waiting = { resolve, reject }
    const timer = setTimeout(() => reject(new BookStopped('time', 'LibreOffice took longer than it may')), millis)
    try {
      await promise
    } catch (error) {
      this.hasEnded = true
      endOffice(this.child)
      throw error
    } finally {
      clearTimeout(timer)
      this.waiting = undefined
    }
  }

  private broken(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    void this.complaint().then((complaint) =>
      this.waiting?.reject(new BookStopped('broken', `LibreOffice broke down: ${complaint}`)),
    )
  }

  private async complaint(): Promise<string> {
    const failure = await readFile(path.join(this.folder, 'failure'))
      .then((bytes) => new DataReader(bytes).text())
      .catch(() => 'memory')
    if (failure.startsWith(String(refusedPut))) return 'it could not put a value into a cell that is protected'
    // It ends silently if the operating system refuses it memory at the wrong moment.
    if (/memory|bad_alloc/i.test(failure)) return 'it needed more memory than it may use'
    return 'it cannot handle the workbook'
  }
}

function gone(): BookStopped {
  return new BookStopped('broken', 'LibreOffice is no longer there')
}

/** The path where LibreOffice looks for a pipe of this name. */
function pipePath(name: string): string {
  return `/tmp/OSL_PIPE_${process.getuid?.() ?? 0}_${name}`
}

async function connected(server: Server, child: ChildProcess): Promise<Socket> {
  const given = new AbortController()
  const timer = setTimeout(() => given.abort(), longestStartMs)
  const ended = once(child, 'exit', { signal: given.signal }).then(() => {
    throw new BookStopped('broken', 'LibreOffice does not start')
  })
  try {
    const connection = once(server, 'connection', { signal: given.signal })
    const [socket] = (await Promise.race([connection, ended])) as [Socket]
    return socket
  } catch (error) {
    throw error instanceof BookStopped ? error : new BookStopped('time', 'LibreOffice does not start')
  } finally {
    clearTimeout(timer)
    ended.catch(() => undefined)
    given.abort()
  }
}
