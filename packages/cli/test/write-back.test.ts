import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { biff, buildXls, f64, u8, u16, xlsFormula } from '../../compiler/test/read/binary-builder.ts'
import { buildWorkbook } from '../../compiler/test/workbook-builder.ts'
import { findLibreOffice } from '../src/libreoffice.ts'
import { cliFile } from './cli-file.ts'

const run = promisify(execFile)
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwright-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function written(file: string, ...args: string[]): Promise<(row: number, col: number) => unknown> {
  const target = join(folder, 'written.xlsx')
  await run(process.execPath, [cliFile, 'run', file, ...args, '--write', target])
  const { workbook } = await readWorkbook(await readFile(target))
  return (row, col) => workbook?.sheets[0]?.cells.get(row, col)
}

test('run --write gives the workbook back with the inputs and all that follows from them', async () => {
  const file = join(folder, 'spill.xlsx')
  const cells = {
    A1: 2,
    B1: { formula: 'A1*10', value: 20 },
    C1: { formula: 'SEQUENCE(A1)', value: 1, dynamic: 'C1:C2' },
    C2: { value: 2 },
  }
  await writeFile(file, await buildWorkbook({ sheets: [{ name: 'S', cells }] }))
  const at = await written(file, '--inputs', '{"n":3}', '--input', 'n=S!A1', '--output', 'x=S!B1')
  expect(at(0, 0)).toMatchObject({ kind: 'constant', value: 3 })
  expect(at(0, 1)).toMatchObject({ kind: 'formula', saved: 30 })
  expect(at(2, 2)).toMatchObject({ kind: 'formula', saved: 3 })
})

describe('an xls workbook', () => {
  const file = () => join(folder, 'old.xls')
  beforeAll(async () => {
    // A1 holds 4; B1 holds =A1+A1.
    const a1 = u8(0x44, 0, 0, 0, 0xc0)
    const records = [biff(0x203, u16(0, 0, 0), f64(4)), xlsFormula(0, 1, 8, Buffer.concat([a1, a1, u8(0x03)]))]
    await writeFile(file(), buildXls([{ name: 'S', records }]))
  })
  const args = ['--inputs', '{"n":5}', '--input', 'n=S!A1', '--output', 'x=S!B1']

  test.runIf(findLibreOffice() !== undefined)('is written as xlsx through LibreOffice', async () => {
    const at = await written(file(), ...args)
    expect(at(0, 0)).toMatchObject({ kind: 'constant', value: 5 })
    expect(at(0, 1)).toMatchObject({ kind: 'formula', saved: 10 })
  })

  test('is refused with the reason where LibreOffice is not installed', async () => {
    const target = join(folder, 'never.xlsx')
    const nowhere = { ...process.env, PATH: folder, SHEETWRIGHT_LIBREOFFICE: 'none' }
    const failure = run(process.execPath, [cliFile, 'run', file(), ...args, '--write', target], { env: nowhere })
    await expect(failure).rejects.toThrow('LibreOffice')
    expect(existsSync(target)).toBe(false)
  })
})
