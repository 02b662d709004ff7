import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { FarTexts } from '@sheetwright/compiler/read.ts'

/** Texts held in memory; a file is written only for more. */
const keptTexts = 50_000
const pageBytes = 64 * 1024
/** Pages held at once. Files list their texts mostly in the order of the cells, so few pages are needed again. */
const mostPages = 128

/** Texts by number: the first ones in memory, the others in a file. */
export class TextFile implements FarTexts {
  length = 0
  private readonly file: string
  private readonly kept: string[] = []
  private descriptor: number | undefined
  /** The end of each text, in bytes of UTF-16, which preserves lone surrogates. */
  private ends = new Float64Array(1024)
  private size = 0
  private waiting: Buffer[] = []
  private waitingBytes = 0
  private readonly pages = new Map<number, Buffer>()

  constructor(file: string) {
    this.file = file
  }

  push(text: string): void {
    this.length++
    if (this.kept.length < keptTexts) {
      this.kept.push(text)
      return
    }
    const place = this.length - 1 - keptTexts
    if (place === this.ends.length) {
      const larger = new Float64Array(place * 2)
      larger.set(this.ends)
      this.ends = larger
    }
    const bytes = Buffer.from(text, 'utf16le')
    this.size += bytes.length
    this.ends[place] = this.size
    this.waiting.push(bytes)
    this.waitingBytes += bytes.length
    if (this.waitingBytes >= pageBytes) this.flush()
  }

  at(index: number): string | undefined {
    if (index < keptTexts) return this.kept[index]
    if (index >= this.length) return undefined
    this.flush()
    const place = index - keptTexts
    const begin = place === 0 ? 0 : (this.ends[place - 1] ?? 0)
    const end = this.ends[place] ?? begin
    const first = Math.floor(begin / pageBytes)
    if (end <= (first + 1) * pageBytes) {
      const from = first * pageBytes
      return this.page(first).toString('utf16le', begin - from, end - from)
    }
    const bytes = Buffer.alloc(end - begin)
    this.fill(bytes, begin)
    return bytes.toString('utf16le')
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor)
    this.descriptor = undefined
    this.pages.clear()
  }

  private flush(): void {
    if (this.waitingBytes === 0) return
    const bytes = Buffer.concat(this.waiting)
    this.descriptor ??= openSync(this.file, 'w+')
    const begin = this.size - bytes.length
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.descriptor, bytes, at, bytes.length - at, begin + at)
    }
    this.waiting = []
    this.waitingBytes = 0
    this.pages.clear()
  }

  private page(number: number): Buffer {
    const found = this.pages.get(number)
    if (found !== undefined) return found
    const from = number * pageBytes
    const page = Buffer.alloc(Math.min(pageBytes, this.size - from))
    this.fill(page, from)
    const [oldest] = this.pages.keys()
    if (this.pages.size >= mostPages && oldest !== undefined) this.pages.delete(oldest)
    this.pages.set(number, page)
    return page
  }

  private fill(bytes: Buffer, from: number): void {
    if (this.descriptor === undefined) throw new Error('The file of texts is closed')
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.descriptor, bytes, at, bytes.length - at, from + at)
      if (read === 0) throw new Error('The file of texts is shorter than it was')
      at += read
    }
  }
}
