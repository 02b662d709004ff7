import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorkbook } from '../../compiler/test/workbook-builder.ts'
import { csvRows } from '../../compiler/src/portfolio/csv-rows.ts'
import { cliFile } from './cli-file.ts'

let folder = ''
const at = (name: string) => path.join(folder, name)

async function sheetwright(args: readonly string[], input = ''): Promise<{ code: number; out: string; told: string }> {
  const child = spawn(process.execPath, [cliFile, ...args])
  child.stdin.end(input)
  const [out, told, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('close', resolve)),
  ])
  return { code, out, told }
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  return (await connection.runAndReadAll(sql)).getRowObjectsJson()
}

/** Age, then whether it rains: what the workbook makes of them. */
const premium = (age: number, rains: boolean) => (age * 1.1 + (rains ? 5 : 0)) / (age - 30)
const records = Array.from({ length: 5_000 }, (_, i) => ({ policy: `P"${i}`, Age: 31 + (i % 60), Rains: i % 3 === 0 }))

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-portfolio-'))
  const engine = await buildWorkbook({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: 40,
          A2: false,
          A3: { formula: '(A1*1.1+IF(A2,5,0))/(A1-30)', value: 4.4 },
          A4: { formula: 'IF(A2,"wet","dry")', value: 'dry' },
        },
      },
    ],
    names: [
      { name: 'Xinput_Age', text: 'S!$A$1' },
      { name: 'Xinput_Rains', text: 'S!$A$2' },
      { name: 'Xoutput_Premium', text: 'S!$A$3' },
      { name: 'Xoutput_Weather', text: 'S!$A$4' },
    ],
  })
  await writeFile(at('engine.xlsx'), engine)
  const lines = records.map(({ policy, Age, Rains }) => `"${policy.replaceAll('"', '""')}";${Age};${Rains}`)
  await writeFile(at('p.csv'), `\uFEFFpolicy;age;RAINS\r\n${lines.join('\r\n')}\r\n`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a portfolio in CSV gives Parquet and CSV with a row for each record, in order', async () => {
  const args = ['run', at('engine.xlsx'), '--in', at('p.csv'), '--out', at('r.parquet'), '--out', at('r.csv')]
  const { code, told } = await sheetwright([...args, '--json', '--threads', '2'])
  expect([code, JSON.parse(told)]).toMatchObject([0, { records: records.length, refused: 0, withErrors: 0 }])
  const rows = await query(`SELECT * FROM read_parquet('${at('r.parquet')}')`)
  expect(rows).toEqual(
    records.map(({ policy, Age, Rains }) => ({
      policy,
      Premium: premium(Age, Rains),
      Weather: Rains ? 'wet' : 'dry',
      sheetwright_status: 'success',
      sheetwright_errors: null,
    })),
  )
  const [heading = '', first = ''] = (await readFile(at('r.csv'), 'utf8')).split('\n')
  expect(heading).toBe('policy,Premium,Weather,sheetwright_status,sheetwright_errors')
  expect(first).toBe(`"P""0",${premium(31, true)},wet,success,`)
})

test('a portfolio in Parquet keeps the types of what is no input, and one in Excel is read too', async () => {
  const big = '9007199254740993'
  const parquet = `(SELECT ${big}::BIGINT AS id, 44::DECIMAL(9,2) AS Age, TRUE AS Rains, DATE '2026-02-28' AS d
    UNION ALL SELECT ${big}::BIGINT + 1, 30, FALSE, NULL UNION ALL SELECT 1, NULL, NULL, NULL)`
  await query(`COPY ${parquet} TO '${at('p.parquet')}' (FORMAT parquet)`)
  const out = at('kept.parquet')
  const { code, told } = await sheetwright([
    'run',
    at('engine.xlsx'),
    '--in',
    at('p.parquet'),
    '--out',
    out,
    '--strict',
  ])
  expect(told).toContain('3 records')
  // A record whose output is an error is not passed over where somebody asked to be strict.
  expect(code).toBe(1)
  const rows = await query(`SELECT *, typeof(id) AS of_id, typeof(d) AS of_d FROM read_parquet('${out}')`)
  expect(rows).toMatchObject([
    { id: big, d: '2026-02-28', Premium: premium(44, true), Weather: 'wet', of_id: 'BIGINT', of_d: 'DATE' },
    { Premium: null, Weather: 'dry', sheetwright_status: 'success' },
    // An empty cell of a table leaves the input as the workbook has it.
    { id: '1', Premium: premium(40, false), Weather: 'dry' },
  ])
  expect(rows[1]?.['sheetwright_errors']).toContain('Premium')

  await writeFile(
    at('p.xlsx'),
    await buildWorkbook({ sheets: [{ name: 'P', cells: { A1: 'id', B1: 'Age', A2: 7, B2: 50 } }] }),
  )
  const excel = await sheetwright(['run', at('engine.xlsx'), '--in', at('p.xlsx'), '--out', at('x.ndjson')])
  expect(excel.code).toBe(0)
  expect(JSON.parse(await readFile(at('x.ndjson'), 'utf8'))).toMatchObject({ id: 7, Premium: premium(50, false) })
})

test('as a filter it reads lines and writes as many; wrong ones are refused where they stand', async () => {
  const lines = [
    '{"id":1,"Age":44,"Rains":true}',
    'nonsense',
    '{"id":3,"Age":"old","Rains":true}',
    '{"id":4,"other":1}',
  ]
  const { code, out } = await sheetwright(['run', at('engine.xlsx'), '--filter', 'ndjson'], `${lines.join('\n')}\n`)
  expect(code).toBe(0)
  const results = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(results).toMatchObject([
    { id: 1, Premium: premium(44, true), Weather: 'wet', sheetwright_status: 'success' },
    { sheetwright_status: 'refused', sheetwright_errors: [{ message: 'Line 2 is no JSON object.' }] },
    { id: 3, sheetwright_status: 'refused', sheetwright_errors: [{ key: 'Age' }] },
    {
      sheetwright_status: 'refused',
      sheetwright_errors: [{ message: 'Line 4 has "other", which the first line does not have.' }],
    },
  ])
  const csv = await sheetwright(['run', at('engine.xlsx'), '--filter', 'csv'], 'id,Age\n5,44\n6\n')
  expect(csv.out.split('\n').slice(1, 3)).toEqual([
    `5,${premium(44, false)},dry,success,`,
    expect.stringMatching(/^,,,refused,.*Row 3 has 1 values, the first one 2/) as string,
  ])
})

test('what cannot be run is told in a sentence', async () => {
  const tell = async (...args: string[]) => {
    const { code, told } = await sheetwright(['run', at('engine.xlsx'), ...args])
    return [code, told.trim()]
  }
  expect(await tell('--in', at('p.doc'), '--out', at('r.csv'))).toEqual([
    2,
    expect.stringContaining('ends with none of csv') as string,
  ])
  expect(await tell('--in', at('missing.csv'), '--out', at('r.csv'))).toEqual([
    1,
    expect.stringContaining('missing.csv cannot be read') as string,
  ])
  await writeFile(at('wrong.csv'), 'a,b\n1,2\n')
  expect(await tell('--in', at('wrong.csv'), '--out', at('r.csv'))).toEqual([
    1,
    expect.stringContaining('Its inputs: Age, Rains') as string,
  ])
})

test('CSV is read the same wherever its pieces end', async () => {
  const whole = 'a,b\r\n"x ""y"", z",2\n"line\nbreak",\n,'
  const rowsOf = async (pieces: readonly string[]) => {
    const rows: string[][] = []
    async function* given() {
      yield* pieces
    }
    for await (const row of csvRows(given())) rows.push(row)
    return rows
  }
  const expected = [
    ['a', 'b'],
    ['x "y", z', '2'],
    ['line\nbreak', ''],
    ['', ''],
  ]
  for (let cut = 0; cut <= whole.length; cut++) {
    expect(await rowsOf([whole.slice(0, cut), whole.slice(cut)])).toEqual(expected)
  }
})
