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
let model = ''

async function sheetwright(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(process.execPath, [cliFile, ...args])) }
  } catch (reason) {
    const { code, stdout, stderr } = reason as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwright-compile-'))
  model = join(folder, 'model.xlsx')
  const workbook = await buildWorkbook({
    sheets: [
      {
        name: 'Model',
        cells: {
          A1: 10,
          A2: 3,
          B1: { formula: 'A1*A2', value: 30 },
          B2: { formula: 'B1+A2', value: 33 },
          B3: { formula: '(CELL("type",A1)="v")*A1', value: 10 },
        },
      },
    ],
  })
  await writeFile(model, workbook)
})

afterAll(() => rm(folder, { recursive: true }))

const PORTS = ['--output', 'Total=Model!B2']

describe('compile', () => {
  test('reports what became of the cells and writes the program with its map', async () => {
    const [out, map] = [join(folder, 'model.mjs'), join(folder, 'model.json')]
    const { code, stdout } = await sheetwright(
      'compile',
      model,
      '--input',
      'First=Model!A1',
      ...PORTS,
      '--output',
      'Other=Model!B3',
      '--json',
      '--out',
      out,
      '--map',
      map,
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      liveCells: 3,
      delegated: [{ cell: 'Model!B3', cells: 1, reason: 'calls CELL' }],
      asksEvaluator: true,
    })
    expect(await readFile(out, 'utf8')).toContain('export function link(host)')
    expect(Object.values(JSON.parse(await readFile(map, 'utf8')) as object)).toContain('Model!B2')
  })
})

describe('bench', () => {
  test('holds the program against the cases', async () => {
    const cases = join(folder, 'cases.json')
    await writeFile(
      cases,
      JSON.stringify([
        { inputs: { first: 4 }, outputs: { Total: 15 } },
        { inputs: { First: 5 }, outputs: { total: 18 } },
      ]),
    )
    const args = ['bench', model, '--input', 'First=Model!A1=1..9', ...PORTS, '--seconds', '0.1', '--json']
    const good = await sheetwright(...args, '--cases', cases)
    expect(JSON.parse(good.stdout)).toMatchObject({ mismatches: 0, liveCells: 2, families: 2 })
    await writeFile(cases, JSON.stringify([{ inputs: { First: 4 }, outputs: { Total: 16 } }]))
    const bad = await sheetwright(...args, '--cases', cases)
    expect([bad.code, JSON.parse(bad.stdout)]).toMatchObject([1, { mismatches: 1 }])
  })

  test('says what is wrong with an input to vary', async () => {
    const { code, stderr } = await sheetwright('bench', model, '--input', 'First=Model!A1', ...PORTS)
    expect([code, stderr]).toEqual([2, expect.stringContaining('write name=Sheet1!A1=low..high')])
  })
})

describe('check --compiled', () => {
  test('computes every formula cell through a program', async () => {
    const { stdout } = await sheetwright('check', model, '--compiled', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ formulaCells: 3, different: 0, error: null })
  })
})
