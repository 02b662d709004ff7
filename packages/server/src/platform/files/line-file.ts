import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

const flushedAt = 64_000

/** Writes lines to a file with back-pressure. */
export class LineWriter {
  private readonly stream: WriteStream
  private text = ''

  constructor(file: string) {
    this.stream = createWriteStream(file)
  }

  async write(text: string): Promise<void> {
    this.text += text
    if (this.text.length < flushedAt) return
    const chunk = this.text
    this.text = ''
    if (!this.stream.write(chunk)) await once(this.stream, 'drain')
  }

  async close(): Promise<void> {
    this.stream.end(this.text)
    await finished(this.stream)
  }
}

/** The lines of a file. Not `readline`: it also ends lines at U+2028, which JSON strings may contain. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = chunk.split('\n')
    lines[0] = rest + (lines[0] ?? '')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
