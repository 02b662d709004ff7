import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { checkContent } from '../../src/platform/files/check-content.ts'
import { DamagedZip, type OpenRange, openStoredZip, type StoredZip } from '../../src/platform/files/stored-zip.ts'

const away = new Error('The store cannot be reached')

async function zipOf(contents: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(contents)) zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}

/** A store that fails from the given opening on. */
function failingFrom(bytes: Buffer, failing: number): OpenRange {
  let opened = 0
  return async ({ start, end }) => {
    if (++opened >= failing) throw away
    return Readable.from([bytes.subarray(start, end === undefined ? undefined : end + 1)])
  }
}

const whole = (bytes: Buffer) => failingFrom(bytes, Number.POSITIVE_INFINITY)

async function readAll(zip: StoredZip): Promise<Buffer[]> {
  const contents = []
  for await (const entry of zip.entries()) contents.push(await buffer(await zip.openEntry(entry)))
  return contents
}

const large = randomBytes(900_000)

describe('a zip in the store', () => {
  it('is read entry by entry', async () => {
    const bytes = await zipOf({ 'a.bin': large, 'b.txt': Buffer.from('b') })
    const [first, second, ...others] = await readAll(await openStoredZip(whole(bytes), bytes.length))
    // Comparing large buffers as values takes seconds.
    expect(first?.equals(large)).toBe(true)
    expect([second?.toString(), others]).toEqual(['b', []])
  })

  it('is told to be damaged only if it is', async () => {
    const bytes = await zipOf({ 'a.bin': large })
    const broken = Buffer.from(bytes)
    // In the middle of the content.
    broken.fill(0xff, 400_000, 500_000)
    const zip = await openStoredZip(whole(broken), broken.length)
    await expect(readAll(zip)).rejects.toThrow(DamagedZip)
    await expect(openStoredZip(whole(large), large.length)).rejects.toThrow(DamagedZip)
  })

  it.each([1, 2, 3])('passes on a failure of the store at its reading no. %i', async (failing) => {
    const bytes = await zipOf({ 'a.bin': large, 'b.bin': randomBytes(300_000) })
    const read = async () => readAll(await openStoredZip(failingFrom(bytes, failing), bytes.length))
    await expect(read()).rejects.toBe(away)
  })

  it('is not refused as the wrong kind of document while the store is away', async () => {
    const bytes = await zipOf({
      '[Content_Types].xml': Buffer.from('<Types/>'),
      'xl/workbook.xml': Buffer.from('<w/>'),
    })
    const check = (open: OpenRange) => checkContent('rates.xlsx', 'Excel', { size: bytes.length, open })
    await check(whole(bytes))
    await expect(check(failingFrom(bytes, 2))).rejects.toBe(away)
    await expect(
      check(whole(Buffer.from(bytes.toString('latin1').replaceAll('xl/', 'zz/'), 'latin1'))),
    ).rejects.toThrow('is not what its name says')
  })
})
