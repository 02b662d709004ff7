import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { categoryOf } from '@sheetwright/contract/documents/file-types.ts'
import { createDocument } from '@sheetwright/contract/documents/create-document.ts'
import { fileBytes } from '@sheetwright/contract/files/file-entry.ts'
import { type FileUpload, partBytes } from '@sheetwright/contract/files/file-upload.ts'
import { addFilePart } from '@sheetwright/contract/files/add-file-part.ts'
import { cancelFileUpload } from '@sheetwright/contract/files/cancel-file-upload.ts'
import { finishFileUpload } from '@sheetwright/contract/files/finish-file-upload.ts'
import { getFileUpload } from '@sheetwright/contract/files/get-file-upload.ts'
import { saveFile } from '@sheetwright/contract/files/save-file.ts'
import { startFileUpload } from '@sheetwright/contract/files/start-file-upload.ts'
import type { DroppedFile } from './dropped-files.ts'

export type UploadState = 'waiting' | 'sending' | 'paused' | 'reconnecting' | 'done' | 'failed'

/** An upload into a folder. */
export interface QueuedUpload {
  readonly id: string
  readonly file: File
  readonly folderId: string
  /** Set for a section of a product: the file becomes a document of it. */
  readonly productId?: string
  readonly path: string
  readonly state: UploadState
  /** Percent of the file that has been sent. */
  readonly progress: number
  /** Why it failed; a code if it was never sent. */
  readonly problem?: Error | 'wrongType' | 'tooLarge' | 'noSubfolders'
}

/** The target: a folder, or a section of a product. */
export interface UploadTarget {
  readonly folderId: string
  readonly productId?: string | undefined
}

/** Number of concurrent uploads. */
const atOnce = 3

/** Larger files are sent in parts, and can be resumed. */
const wholeBytes = 2 * partBytes

/** Delays before retrying after a lost connection, increasing. */
const waits = [1_000, 2_000, 5_000, 10_000, 20_000]

const tellMillis = 100

export interface QueueHost {
  readonly api: Client
  /** Called when a file has been uploaded. */
  readonly onArrived: () => void
  /** Stores the upload id of a file, so that it can be resumed after the page was closed. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** Uploads files into folders: several at once, each can fail alone; all can be paused, and large ones resumed. */
export class UploadQueue {
  private readonly host: QueueHost
  private readonly listeners = new Set<() => void>()
  private readonly running = new Map<string, AbortController>()
  private list: readonly QueuedUpload[] = []
  private stopped = false
  private telling: ReturnType<typeof setTimeout> | undefined

  constructor(host: QueueHost) {
    this.host = host
  }

  readonly current = (): readonly QueuedUpload[] => this.list

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get isPaused(): boolean {
    return this.stopped
  }

  add({ folderId, productId }: UploadTarget, files: readonly DroppedFile[]): void {
    const added = files.map(({ file, path }): QueuedUpload => {
      const problem = productId !== undefined && path !== '' ? 'noSubfolders' : problemWith(file)
      const place = { folderId, path, ...(productId === undefined ? {} : { productId }) }
      const made = { id: crypto.randomUUID(), file, ...place, progress: 0 }
      return problem === undefined ? { ...made, state: 'waiting' } : { ...made, state: 'failed', problem }
    })
    this.set([...this.list, ...added])
    this.fill()
  }

  /** Stops sending; the uploaded parts of large files stay. */
  pause(): void {
    this.stopped = true
    for (const controller of this.running.values()) controller.abort()
    this.set(this.list.map((each) => (isUnderWay(each) ? { ...each, state: 'paused' } : each)))
  }

  resume(): void {
    this.stopped = false
    this.set(this.list.map((each) => (each.state === 'paused' ? { ...each, state: 'waiting' } : each)))
    this.fill()
  }

  retry(id: string): void {
    this.change(id, { state: this.stopped ? 'paused' : 'waiting', problem: undefined })
    this.fill()
  }

  /** Removes a file from the queue, whatever its state. */
  cancel(id: string): void {
    const upload = this.list.find((each) => each.id === id)
    this.running.get(id)?.abort()
    this.set(this.list.filter((each) => each.id !== id))
    if (upload !== undefined && upload.state !== 'done') void this.forget(upload)
    this.fill()
  }

  cancelAll(): void {
    for (const { id } of this.list) this.cancel(id)
  }

  private fill(): void {
    if (this.stopped) return
    for (const upload of this.list) {
      if (this.running.size >= atOnce) return
      if (upload.state === 'waiting' && !this.running.has(upload.id)) void this.run(upload)
    }
  }

  private async run(upload: QueuedUpload): Promise<void> {
    const controller = new AbortController()
    this.running.set(upload.id, controller)
    try {
      await this.sendUntilArrived(upload, controller.signal)
      this.change(upload.id, { state: 'done', progress: 100 })
      this.host.onArrived()
    } catch (error) {
      if (!controller.signal.aborted) this.change(upload.id, { state: 'failed', problem: error as Error })
    } finally {
      if (this.running.get(upload.id) === controller) this.running.delete(upload.id)
      this.fill()
    }
  }

  /** Retries while the connection is lost; stops at any refusal of the server. */
  private async sendUntilArrived(upload: QueuedUpload, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      this.change(upload.id, { state: 'sending' })
      try {
        if (upload.productId !== undefined) return await this.sendDocument(upload, upload.productId, signal)
        return await (upload.file.size > wholeBytes ? this.sendParts(upload, signal) : this.sendWhole(upload, signal))
      } catch (error) {
        // Thousands of small files reach the rate limit: wait until the server allows more.
        const isLimited = error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS'
        const wait = isLimited ? waits.at(-1) : waits[attempt]
        if (signal.aborted || wait === undefined || !(isLimited || isLostConnection(error))) throw error
        this.change(upload.id, { state: isLimited ? 'waiting' : 'reconnecting' })
        await pauseFor(wait, signal)
      }
    }
  }

  private async sendWhole({ id, file, folderId, path }: QueuedUpload, signal: AbortSignal): Promise<void> {
    await this.host.api.call(saveFile, {
      body: { FolderId: folderId, Path: path },
      files: { File: file },
      signal,
      onUploadProgress: (progress) => this.change(id, { progress }),
    })
  }

  private async sendDocument(
    { id, file, folderId }: QueuedUpload,
    product: string,
    signal: AbortSignal,
  ): Promise<void> {
    await this.host.api.call(createDocument, {
      params: { product },
      body: { DocumentType: folderId },
      files: { File: file },
      signal,
      onUploadProgress: (progress) => this.change(id, { progress }),
    })
  }

  private async sendParts(upload: QueuedUpload, signal: AbortSignal): Promise<void> {
    const { id, file } = upload
    const { api, storage } = this.host
    const started = await this.startOrContinue(upload, signal)
    const count = Math.ceil(file.size / started.partBytes)
    const arrived = new Set(started.parts)
    for (let part = 1; part <= count; part++) {
      if (arrived.has(part)) continue
      const content = file.slice((part - 1) * started.partBytes, part * started.partBytes)
      await api.call(addFilePart, {
        params: { upload: started.id, part },
        body: {},
        files: { Part: { content, fileName: 'part' } },
        signal,
        onUploadProgress: (percent) => this.change(id, { progress: (100 * (arrived.size + percent / 100)) / count }),
      })
      arrived.add(part)
      this.change(id, { progress: (100 * arrived.size) / count })
    }
    await api.call(finishFileUpload, { params: { upload: started.id }, signal })
    storage.removeItem(keyOf(upload))
  }

  private async startOrContinue(upload: QueuedUpload, signal: AbortSignal): Promise<FileUpload> {
    const { api, storage } = this.host
    const known = storage.getItem(keyOf(upload))
    if (known !== null) {
      try {
        return await api.call(getFileUpload, { params: { upload: known }, signal })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'UPLOAD_NOT_FOUND') throw error
      }
    }
    const { file, folderId, path } = upload
    const started = await api.call(startFileUpload, {
      body: { folderId, path, name: file.name, size: file.size },
      signal,
    })
    storage.setItem(keyOf(upload), started.id)
    return started
  }

  /** Discards the uploaded parts of a removed file. The server collects them anyway, so failures are ignored. */
  private async forget(upload: QueuedUpload): Promise<void> {
    const { api, storage } = this.host
    const known = storage.getItem(keyOf(upload))
    if (known === null) return
    storage.removeItem(keyOf(upload))
    await api.call(cancelFileUpload, { params: { upload: known } }).catch(() => undefined)
  }

  private change(
    id: string,
    part: Partial<Omit<QueuedUpload, 'problem'>> & { problem?: QueuedUpload['problem'] | undefined },
  ): void {
    this.set(
      this.list.map((each) => {
        if (each.id !== id) return each
        const { problem, ...rest } = { ...each, ...part }
        return problem === undefined ? rest : { ...rest, problem }
      }),
    )
  }

  private set(list: readonly QueuedUpload[]): void {
    this.list = list
    // Throttles rendering to ten times a second: thousands of small files change more often.
    this.telling ??= setTimeout(() => {
      this.telling = undefined
      for (const listener of this.listeners) listener()
    }, tellMillis)
  }
}

/** Percent of all bytes in the queue that have been sent. */
export function overallProgress(list: readonly QueuedUpload[]): number {
  const counted = list.filter(({ state }) => state !== 'failed')
  const total = counted.reduce((sum, { file }) => sum + file.size, 0)
  if (total === 0) return 100
  return counted.reduce((sum, { file, progress }) => sum + file.size * progress, 0) / total
}

export function isUnderWay({ state }: QueuedUpload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reconnecting'
}

function problemWith(file: File): QueuedUpload['problem'] {
  if (categoryOf(file.name) === undefined) return 'wrongType'
  return file.size > fileBytes ? 'tooLarge' : undefined
}

function isLostConnection(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)
}

function keyOf({ file, folderId, path }: QueuedUpload): string {
  return `upload:${folderId}:${path}:${file.name}:${file.size}:${file.lastModified}`
}

function pauseFor(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('The upload was stopped', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, millis)
    signal.addEventListener('abort', stop, { once: true })
  })
}
