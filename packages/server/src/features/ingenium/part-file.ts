import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { finished } from 'node:stream/promises'

/** A file of a part that is being written. */
export class PartFile {
  readonly name: string
  private readonly stream: WriteStream
  private text = ''
  private readonly chunks: Buffer[] = []

  constructor(folder: string, name: string) {
    this.name = name
    this.stream = createWriteStream(path.join(folder, name))
  }

  add(content: string | Buffer): void {
    if (typeof content === 'string') {
      this.text += content
      return
    }
    if (this.text !== '') this.chunks.push(Buffer.from(this.text))
    this.text = ''
    this.chunks.push(content)
  }

  async flush(): Promise<void> {
    const all = [...this.chunks.splice(0), ...(this.text === '' ? [] : [Buffer.from(this.text)])]
    this.text = ''
    if (all.length > 0 && !this.stream.write(Buffer.concat(all))) await once(this.stream, 'drain')
  }

  async close(): Promise<void> {
    await this.flush()
    this.stream.end()
    await finished(this.stream)
  }
}
