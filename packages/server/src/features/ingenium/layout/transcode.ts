import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { PolicyEncoding } from '@sheetwright/contract/ingenium/mapping.ts'
import iconv from 'iconv-lite'
import { decodeEbcdic } from '../encoding/ebcdic.ts'
import { codecOf } from '../encoding/text-codec.ts'

/** Rewrites a file as UTF-8, for readers that search bytes for line ends. Mainframe line ends become LF. */
export async function transcode(from: string, to: string, encoding: PolicyEncoding): Promise<void> {
  const output = createWriteStream(to)
  const write = async (text: string) => {
    if (text !== '' && !output.write(text)) await once(output, 'drain')
  }
  if (encoding === 'cp037' || encoding === 'cp930') {
    const { newLines } = codecOf(encoding)
    let rest: Buffer = Buffer.alloc(0)
    const decode = (bytes: Buffer) => decodeEbcdic(bytes, encoding).replaceAll('\u0085', '\n')
    for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk])
      // A cut at a line end never splits a character: two-byte sequences end before the line does.
      const end = Math.max(...newLines.map((byte) => bytes.lastIndexOf(byte))) + 1
      await write(decode(bytes.subarray(0, end)))
      rest = bytes.subarray(end)
    }
    await write(decode(rest))
  } else {
    const decoder = iconv.getDecoder(encoding)
    for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) await write(decoder.write(chunk))
    await write(decoder.end() ?? '')
  }
  output.end()
  await finished(output)
}
