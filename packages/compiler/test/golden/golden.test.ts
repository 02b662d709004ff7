import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkWorkbook, type Difference } from '../../src/check/check-workbook.ts'
import { Evaluator } from '../../src/evaluate/evaluator.ts'
import { type OpenedWorkbook, openWorkbook } from '../../src/open-workbook.ts'
import { compileEngine } from '../../src/compile.ts'
import { changesOfRun } from '../../src/write-back/changes-of-run.ts'
import { writeWorkbook } from '../../src/write-back/write-workbook.ts'
import { EVALUATION } from '../support/compiled.ts'
import { buildWorkbook } from '../workbook-builder.ts'
import { goldenWorkbooks } from './workbooks.ts'

/**
 * The programs of twenty workbooks, as text to be read in a review. Where the generator changed on purpose, write them anew with
 * `npm test -- packages/compiler/test/golden -u` and read what changed.
 */
describe.each(Object.entries(goldenWorkbooks))('%s', (name, spec) => {
  test('has the program that was read', async () => {
    const opened = await open(await buildWorkbook(spec))
    await expect(codeOf(opened)).toMatchFileSnapshot(`programs/${name}.js.txt`)
  })

  test('is the same, and without a difference, after our writer wrote its results', async () => {
    const bytes = await buildWorkbook(spec)
    const opened = await open(bytes)
    const { workbook } = opened.bound
    const { bytes: written } = await writeWorkbook(
      bytes,
      workbook,
      changesOfRun(workbook, new Evaluator(opened.bound, EVALUATION)),
    )
    const again = await open(written ?? Buffer.alloc(0))
    expect(codeOf(again)).toBe(codeOf(opened))
    expect(differencesOf(again)).toEqual([])
  })
})

const soffice = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'soffice'))
  .find((file) => path.isAbsolute(file) && existsSync(file))

test.runIf(soffice)('are without a difference after LibreOffice opened, computed and saved them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'golden-'))
  try {
    const asked = Object.entries(goldenWorkbooks).filter(([, { isOnlyForExcel }]) => isOnlyForExcel !== true)
    for (const [name, spec] of asked) await writeFile(path.join(folder, `${name}.xlsx`), await buildWorkbook(spec))
    const files = asked.map(([name]) => path.join(folder, `${name}.xlsx`))
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const to = ['--headless', '--convert-to', 'xlsx', '--outdir', path.join(folder, 'saved')]
    execFileSync(soffice ?? '', [profile, ...to, ...files], { stdio: 'ignore' })
    for (const [name] of asked) {
      const opened = await open(await readFile(path.join(folder, 'saved', `${name}.xlsx`)))
      expect([name, differencesOf(opened)]).toEqual([name, []])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function open(bytes: Uint8Array): Promise<OpenedWorkbook> {
  const { opened, diagnostics } = await openWorkbook(bytes)
  expect(diagnostics.list).toEqual([])
  if (opened === null) throw new Error('The workbook cannot be read.')
  return opened
}

/** The code alone: what stands before it are the interface and the layout, as data. */
function codeOf({ bound, ports }: OpenedWorkbook): string {
  const { program } = compileEngine(bound, ports, { evaluation: EVALUATION, workbookHash: '' })
  return program.slice(program.indexOf('export function link'))
}

function differencesOf({ bound }: OpenedWorkbook): readonly Difference[] {
  const { compared, firstDifferences } = checkWorkbook(bound, { ...EVALUATION, keep: 5 })
  if (compared === 0) throw new Error('Nothing was compared.')
  return firstDifferences
}
