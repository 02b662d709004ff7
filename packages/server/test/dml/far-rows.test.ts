import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWorkbook, type CellSpec } from '../../../compiler/test/workbook-builder.ts'
import { sourceTables } from '../../src/features/dml/source-tables.ts'
import { TextFile } from '../../src/platform/workbook/text-file.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-far-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function workbook(top: number) {
  const cells: Record<string, CellSpec> = {}
  const at = (column: string, row: number) => `${column}${top + row}`
  for (const [i, heading] of ['Code', 'Rate', 'Note', 'Flag', 'Late'].entries())
    cells[at('ABCDE'[i] ?? '', 0)] = heading
  for (let row = 1; row <= 40; row++) {
    if (row === 30) continue
    cells[at('A', row)] = `C-${row} ’😀`
    cells[at('B', row)] = row === 17 ? 12345678901234568 : row / 7
    if (row % 3 === 0) cells[at('C', row)] = 'line\nbreak "quoted" \u2028'
    cells[at('D', row)] = row % 2 === 0
    if (row > 25) cells[at('E', row)] = { formula: `B${top + row}*2`, value: 40_000 + row, style: 1 }
    if (row === 33) cells[at('C', row)] = { error: '#N/A' }
  }
  cells[at('A', 42)] = 'below the table'
  return buildWorkbook({
    sheets: [{ name: 'Tables', cells }],
    names: [{ name: 'Xref_Rates', text: `Tables!$A$${top}:$E$${top + 41}` }],
    formats: ['yyyy-mm-dd'],
  })
}

async function read(bytes: Uint8Array, kept: number) {
  const tables = await sourceTables(bytes, folder, kept)
  if ('kind' in tables) throw new Error(tables.message)
  return tables.map((table) => ({ described: table.propose(), rows: [...table.rows()] }))
}

it('gives the same tables whether rows are held in memory or in files', async () => {
  const bytes = await workbook(2)
  const whole = await read(bytes, 1000)
  expect(whole[0]?.rows).toHaveLength(39)
  for (const kept of [2, 5, 20, 41, 42, 43, 44]) expect(await read(bytes, kept)).toEqual(whole)
})

it('reads a table whose headings are far down as well', async () => {
  const bytes = await workbook(200)
  expect(await read(bytes, 10)).toEqual(await read(bytes, 1000))
})

it('gives back texts beyond those in memory', () => {
  const texts = new TextFile(path.join(folder, 'texts'))
  const textOf = (i: number) =>
    i % 997 === 0 ? `${'long '.repeat(30_000)}${i}` : i % 5 === 0 ? '' : `text ${i} ’😀\uD800`
  const count = 60_000
  for (let i = 0; i < count; i++) texts.push(textOf(i))
  const wrong = Array.from({ length: count }, (_, i) => i).filter((i) => texts.at(i) !== textOf(i))
  expect(wrong).toEqual([])
  expect(texts.at(count - 1)).toBe(textOf(count - 1))
  expect(texts.at(count)).toBeUndefined()
  texts.close()
})
