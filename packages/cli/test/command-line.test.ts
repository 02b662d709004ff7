import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWorkbook } from '../../compiler/test/workbook-builder.ts'
import { cliFile } from './cli-file.ts'

const run = promisify(execFile)
let folder = ''

/** Runs the command as a user does; the exit code and what it printed. */
async function sheetwright(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(process.execPath, [cliFile, ...args])) }
  } catch (reason) {
    const { code, stdout, stderr } = reason as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

function lines(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwright-'))
  const quote = await buildWorkbook({
    modified: '2024-05-06T22:30:00Z',
    sheets: [
      {
        name: 'Quote',
        cells: {
          A1: 'Age',
          B1: 40,
          B2: { formula: 'B1*2', value: 80 },
          B3: { formula: 'B2+1', value: 99 },
          B4: { formula: 'RAND()', value: 0.5 },
          B5: { formula: 'B4*2', value: 1 },
          B6: { formula: 'MYMACRO(B1)', value: 7 },
          B7: { formula: 'B6+1', value: 8 },
          B8: { formula: 'TODAY()', value: 45_419 },
          B9: { formula: 'B1' },
          B10: { formula: 'NOSUCH(1)', error: '#NAME?' },
        },
      },
    ],
    names: [
      { name: 'Xinput_Age', text: 'Quote!$B$1' },
      { name: 'Xoutput_Double', text: 'Quote!$B$2' },
    ],
  })
  await writeFile(join(folder, 'quote.xlsx'), quote)
  await writeFile(join(folder, 'broken.xlsx'), 'this is no workbook')
})

afterAll(() => rm(folder, { recursive: true }))

test('asked for help, it lists its commands on standard output, else with an error', async () => {
  const { code, stdout, stderr } = await sheetwright('--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const starts = stdout.split('\n').flatMap((line) => /^ {2}.*? {2,}(?=\S)/.exec(line)?.[0].length ?? [])
  expect(starts.length).toBeGreaterThan(10)
  expect(new Set(starts).size, 'meanings stand below each other').toBe(1)
  const unknown = await sheetwright('frobnicate')
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toContain('There is no command "frobnicate".\nUsage: sheetwright COMMAND')
})

test.each(['check', 'promote'])('%s lists its options, and names the list where one is unknown', async (name) => {
  const help = await sheetwright(name, '--help')
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toMatch(new RegExp(`^Usage: sheetwright ${name} .*\\n\\n.*\\n\\n( {2}--.* {2}\\S.*\\n)+$`))
  expect(await sheetwright(name, '--nothing')).toEqual({
    code: 2,
    stdout: '',
    stderr: `Unknown option '--nothing'. "sheetwright ${name} --help" lists the options.\n`,
  })
})

test('run lists the options of a workbook, of a portfolio and of an engine on a server', async () => {
  const { code, stdout } = await sheetwright('run', '-h')
  expect(code).toBe(0)
  expect(stdout.match(/^Usage: .*$/gm)).toHaveLength(3)
})

describe('check', () => {
  test('records the figures of a folder and refuses them when they fall', async () => {
    const books = await mkdtemp(join(folder, 'books-'))
    const saved = (value: number) =>
      buildWorkbook({ sheets: [{ name: 'S', cells: { A1: 2, B1: { formula: 'A1*2', value } } }] })
    await writeFile(join(books, 'a.xlsx'), await saved(4))
    await writeFile(join(books, 'b.xlsx'), await saved(5))
    const figures = join(folder, 'figures.json')
    expect(await sheetwright('check', books, '--record', figures)).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(figures, 'utf8'))).toEqual({
      'a.xlsx': { compared: 1, equal: 1, different: 0, error: null },
      'b.xlsx': { compared: 1, equal: 0, different: 1, error: null },
    })
    expect(await sheetwright('check', books, '--against', figures)).toMatchObject({ code: 0, stderr: '' })
    await writeFile(join(books, 'a.xlsx'), await saved(3))
    await rm(join(books, 'b.xlsx'))
    const { code, stderr } = await sheetwright('check', books, '--against', figures)
    expect(code).toBe(1)
    expect(stderr).toContain('Fallen: a.xlsx: 1 cells differ instead of 0, 0 cells are equal instead of 1')
    expect(stderr).toContain('Fallen: b.xlsx was recorded and is not among the files')
  })

  test('compares every cell, takes saved values where nothing can be computed, and goes on after a broken file', async () => {
    const { code, stdout } = await sheetwright(
      'check',
      '--json',
      join(folder, 'broken.xlsx'),
      join(folder, 'quote.xlsx'),
    )
    const [broken, quote] = lines(stdout)
    expect(code).toBe(1)
    expect(broken).toMatchObject({ file: 'broken.xlsx', formulaCells: 0 })
    expect(broken?.error).toContain('not an Excel workbook')
    expect(quote).toMatchObject({
      file: 'quote.xlsx',
      sheets: 1,
      formulaCells: 9,
      compared: 6,
      equal: 5,
      different: 1,
      notComparable: { random: 1, vba: 1, noSavedValue: 1 },
      unsupported: { MYMACRO: 1, NOSUCH: 1 },
      firstDifferences: [{ cell: 'Quote!B3', formula: '=B2+1', expected: 99, actual: 81 }],
      error: null,
    })
  })

  test('names the program that saved a file if it was not Excel', async () => {
    const saved = (name: string) =>
      buildWorkbook({
        application: { name, version: '1' },
        sheets: [{ name: 'S', cells: { A1: 2, B1: { formula: 'A1*2', value: 5 } } }],
      })
    const [other, excel] = [join(folder, 'other.xlsx'), join(folder, 'excel.xlsx')]
    await writeFile(other, await saved('Gnumeric'))
    await writeFile(excel, await saved('Microsoft Macintosh Excel'))
    const { stdout } = await sheetwright('check', other, excel)
    expect(stdout).toContain('other.xlsx (saved by Gnumeric): 1 formula cells')
    expect(stdout).toContain('S!B1  =A1*2  saved: 5  here: 4')
    expect(stdout).toContain('excel.xlsx: 1 formula cells')
    expect(stdout).toContain('S!B1  =A1*2  Excel: 5  here: 4')
    const json = await sheetwright('check', '--json', other)
    expect(lines(json.stdout)).toMatchObject([
      { savedBy: 'Gnumeric', compared: 0, equal: 0, different: 0, notComparable: { otherProgram: 1 } },
    ])
    expect(stdout).toContain('not comparable (otherProgram): S!B1')
    // Still a difference for a pipeline.
    expect(await sheetwright('check', '--strict', other)).toMatchObject({ code: 1 })
  })

  test('tells the regional settings of the file, and is strict in those of the engine', async () => {
    const properties = { name: 'Properties', cells: { A1: 'locale', B1: 'de-DE' } }
    const cells = { A1: { formula: 'VALUE("1,25")', value: 1.25 } }
    const [plain, told] = [join(folder, 'comma.xlsx'), join(folder, 'told.xlsx')]
    await writeFile(plain, await buildWorkbook({ sheets: [{ name: 'S', cells }] }))
    await writeFile(told, await buildWorkbook({ sheets: [{ name: 'S', cells }, properties] }))
    const survey = await sheetwright('check', plain)
    expect(survey.stdout).toContain('1 equal, 0 different')
    expect(survey.stdout).toContain('compared in the regional settings de-DE')
    const strict = await sheetwright('check', '--strict', plain)
    expect(strict).toMatchObject({ code: 1 })
    expect(strict.stdout).toContain('fewer cells differ in the regional settings de-DE')
    expect(await sheetwright('check', '--strict', told)).toMatchObject({ code: 0 })
    const result = await sheetwright('run', '--json', told, '--output', 'Rate=S!A1')
    expect(lines(result.stdout)).toMatchObject([{ outputs: { Rate: 1.25 } }])
  })
})

test('inspect shows the interface and what is wrong', async () => {
  const { stdout } = await sheetwright('inspect', '--json', join(folder, 'quote.xlsx'))
  const [report] = lines(stdout)
  expect(report).toMatchObject({
    sheets: [{ name: 'Quote', visibility: 'visible' }],
    formulaCells: 9,
    interface: {
      inputs: [{ name: 'Age', cells: 'Quote!B1', description: 'Age', default: 40 }],
      outputs: [{ name: 'Double', cells: 'Quote!B2' }],
    },
    diagnostics: [
      { code: 'FUNCTION_UNKNOWN', sheet: 'Quote', cell: 'B6' },
      { code: 'CLOCK_IN_UTC', sheet: 'Quote', cell: 'B8' },
    ],
  })
})

describe('run', () => {
  test('gives the outputs for inputs, also through ports named on the spot', async () => {
    const file = join(folder, 'quote.xlsx')
    const { code, stdout } = await sheetwright(
      'run',
      file,
      '--inputs',
      '{"Age": 21, "also": 4}',
      '--output',
      'next=Quote!B3',
      '--input',
      'also=Quote!C1',
      '--json',
    )
    expect(code).toBe(0)
    expect(lines(stdout)).toEqual([{ outputs: { Double: 42, next: 43 }, warnings: [], errors: [], solves: [] }])
  })

  test('refuses ports that are no cells and inputs that cannot be read, instead of computing without them', async () => {
    const file = join(folder, 'quote.xlsx')
    for (const port of ['also=Nowhere!C1', 'also=Quote!ZZZZ1', 'Age=Quote!C1']) {
      const refused = await sheetwright('run', file, '--input', port)
      expect(refused).toMatchObject({ code: 2, stdout: '' })
      expect(refused.stderr).toMatch(/^Xinput_(also must refer to one cell|Age is declared more than once)/)
    }
    const missing = await sheetwright('run', file, '--inputs', `@${join(folder, 'missing.json')}`)
    expect(missing).toMatchObject({ code: 2, stdout: '' })
    expect(missing.stderr).toMatch(/^--inputs cannot be read: ENOENT/)
  })

  test('traces every cell, into a file or before the result', async () => {
    const file = join(folder, 'quote.xlsx')
    const trace = join(folder, 'trace.jsonl')
    const { stdout } = await sheetwright('run', file, '--inputs', '{"Age": 21}', '--trace', trace, '--json')
    const cells = [
      { cell: 'Quote!B1', value: 21, type: 'number', input: true },
      {
        cell: 'Quote!B2',
        value: 42,
        type: 'number',
        formula: '=B1*2',
        precedents: [{ range: 'Quote!B1', cells: 1, value: 21 }],
      },
    ]
    expect(lines(await readFile(trace, 'utf8'))).toEqual(cells)
    const streamed = await sheetwright('run', file, '--inputs', '{"Age": 21}', '--trace', '-')
    expect(lines(streamed.stdout)).toEqual([...cells, ...lines(stdout)])
    const refused = await sheetwright('run', file, '--trace', join(folder, 'no', 'such.jsonl'))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('The trace cannot be written')
  })

  test.each([[['--inputs', '{"Age":']], [['--inputs', '[1]']], [['--output', 'x=B3']], [['--nothing']]])(
    '%j is a usage problem in one line',
    async (options) => {
      const { code, stderr } = await sheetwright('run', join(folder, 'quote.xlsx'), ...options)
      expect(code).toBe(2)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    },
  )
})

test('explain shows how a result came about', async () => {
  const { stdout } = await sheetwright('explain', '--json', '--output', 'Double', join(folder, 'quote.xlsx'))
  expect(lines(stdout)).toMatchObject([
    { cell: 'Quote!B2', value: 80, formula: '=B1*2', precedents: [{ cell: 'Quote!B1', value: 40, precedents: [] }] },
  ])
})

test('inspect proposes an interface for a workbook', async () => {
  const { stdout } = await sheetwright('inspect', '--propose', '--json', join(folder, 'quote.xlsx'))
  expect(lines(stdout)).toMatchObject([{ inputs: [{ cell: 'Quote!B1' }] }])
})

test('lint and diff tell what is wrong and what changed', async () => {
  const file = join(folder, 'quote.xlsx')
  const linted = await sheetwright('lint', '--json', file)
  expect(lines(linted.stdout)).toMatchObject([{ formulas: expect.any(Number), score: expect.any(Number) }])
  const same = await sheetwright('diff', '--json', file, file)
  expect(lines(same.stdout)).toMatchObject([{ changes: [], changedCells: 0 }])
  expect((await sheetwright('diff', file)).code).toBe(2)
})

test('an unknown command or file is told in words', async () => {
  expect(await sheetwright('nonsense')).toMatchObject({ code: 2, stdout: '' })
  const missing = await sheetwright('inspect', join(folder, 'no-such.xlsx'))
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('no-such.xlsx cannot be read')
})
