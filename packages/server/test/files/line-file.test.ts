import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LineWriter, linesOf } from '../../src/platform/files/line-file.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-lines-'))
afterAll(() => rm(folder, { recursive: true }))

it('lines come back as they were written, whatever their texts hold', async () => {
  const values = ['two\u2028lines', 'a\u2029b', 'carriage\r return', '\u0085', '', '日本'.repeat(50_000)]
  const file = path.join(folder, 'lines')
  const writer = new LineWriter(file)
  for (const value of values) await writer.write(`${JSON.stringify(value)}\n`)
  await writer.write(JSON.stringify('no end'))
  await writer.close()
  const read: unknown[] = []
  for await (const line of linesOf(file)) read.push(JSON.parse(line))
  expect(read).toEqual([...values, 'no end'])
})
