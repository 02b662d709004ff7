import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { type ParquetColumn, type RowPages, RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinResultFiles, readGroups, writeResultFile } from '../../src/platform/parquet/result-file.ts'

const columns: readonly ParquetColumn[] = [
  { name: 'no', type: 'INTEGER' },
  { name: 'text', type: 'VARCHAR' },
  { name: 'number', type: 'DOUBLE' },
  { name: 'flag', type: 'BOOLEAN' },
  { name: 'long', type: 'INT64' },
]
type Row = [number, string | null, number | null, boolean | null, string | null]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-result-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Values and nulls in many patterns: long runs, short runs, alternating, none. */
function rowsOf(from: number, count: number): Row[] {
  return Array.from({ length: count }, (_, i) => {
    const no = from + i
    return [
      no,
      no % 3 === 0 ? null : '数字 😀 "quoted"\n'.repeat(no % 7),
      no % 200 < 100 ? null : [0, -0.1, 1e308, Math.PI * no, -5e-324][no % 5]!,
      no % 2 === 0 ? null : no % 3 === 0,
      no % 5 === 0 ? null : ['0', '-1', '9007199254740993', '-9223372036854775808'][no % 4]!,
    ]
  })
}

async function* pagesOf(...parts: readonly Row[][]): AsyncGenerator<RowPages> {
  const maker = new RowPagesMaker(columns, zstdCompressSync)
  for (const rows of parts) {
    for (const row of rows) maker.add(row)
    yield await Promise.resolve(maker.end())
  }
}

async function readBack(file: string): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const rows = (await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`)).getRowsJS()
  connection.closeSync()
  instance.closeSync()
  return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? String(value) : value)))
}

it('files of results hold every value, and joined ones those of all parts in their order', async () => {
  const place = (name: string) => path.join(folder, `${name}.parquet`)
  const parts = [
    [rowsOf(1, 1_000), rowsOf(1_001, 3)],
    [rowsOf(1_004, 2_000)],
    [rowsOf(3_004, 1), [], rowsOf(3_005, 777)],
  ]
  const written = []
  for (const [i, part] of parts.entries()) {
    written.push(await writeResultFile(place(`part-${i}`), columns, pagesOf(...part)))
  }
  for (const [i, part] of parts.entries()) expect(await readBack(place(`part-${i}`))).toEqual(part.flat())
  // For files of another worker, only the file is known.
  const found = await Promise.all(written.map(async ({ file }) => ({ file, groups: (await readGroups(file)) ?? [] })))
  expect(found).toEqual(written)
  await joinResultFiles(place('joined'), columns, found)
  expect(await readBack(place('joined'))).toEqual(parts.flat(2))

  await joinResultFiles(place('empty'), columns, [])
  expect(await readBack(place('empty'))).toEqual([])
})

it('a file that something else wrote has no groups that could be joined', async () => {
  const file = path.join(folder, 'other.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (SELECT range AS no FROM range(10)) TO '${file}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  expect(await readGroups(file)).toBeUndefined()
  await writeFile(file, 'short')
  expect(await readGroups(file)).toBeUndefined()
})
