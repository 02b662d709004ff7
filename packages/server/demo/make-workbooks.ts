import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { annuity } from './models/annuity.ts'
import { cashFlow } from './models/cash-flow.ts'
import { groupHealth } from './models/group-health.ts'
import { household } from './models/household.ts'
import { loan } from './models/loan.ts'
import { mortgage } from './models/mortgage.ts'
import { motor } from './models/motor.ts'
import { withReadme } from './models/readme.ts'
import * as readmes from './models/readmes.ts'
import { termLife } from './models/term-life.ts'
import { type CellSpec, type Content, type SheetSpec, workbookFile, type WorkbookSpec } from './workbook-file.ts'

/**
 * Writes the workbooks of the templates and of the demo tenant. Their saved values come from LibreOffice, so that
 * proving an upload compares with an independent calculation: `node packages/server/demo/make-workbooks.ts`
 */
const models: Readonly<Record<string, () => WorkbookSpec>> = {
  'Motor premium.xlsx': () => withReadme(motor(), readmes.motorReadme),
  'Household.xlsx': () => withReadme(household(), readmes.householdReadme),
  'Term life.xlsx': () => withReadme(termLife(), readmes.termLifeReadme),
  'Annuity projection.xlsx': () => withReadme(annuity(), readmes.annuityReadme),
  'Group health.xlsx': () => withReadme(groupHealth(), readmes.groupHealthReadme),
  'Mortgage.xlsx': () => withReadme(mortgage(), readmes.mortgageReadme),
  'Loan.xlsx': () => withReadme(loan(), readmes.loanReadme),
  'Discounted cash flow.xlsx': () => withReadme(cashFlow(), readmes.cashFlowReadme),
}

for (const [fileName, model] of Object.entries(models)) {
  const file = await workbookFile({ ...(await calculated(model())), application: 'LibreOffice' })
  await writeFile(path.join(import.meta.dirname, fileName), file)
  process.stdout.write(`${fileName}: ${file.length} bytes\n`)
}

/** The workbook with the value that LibreOffice computes beside each formula. */
async function calculated(spec: WorkbookSpec): Promise<WorkbookSpec> {
  const { workbook } = await readWorkbook(await byLibreOffice(await workbookFile(spec)))
  if (workbook === null) throw new Error('LibreOffice wrote no workbook')
  const valueAt = (sheet: number, address: string): Scalar | undefined => {
    const { row, col } = placeOf(address)
    const cell = workbook.sheets[sheet]?.cells.get(row, col)
    return cell?.kind === 'formula' ? cell.saved : cell?.value
  }
  return { ...spec, sheets: spec.sheets.map((sheet, i) => withValues(sheet, (address) => valueAt(i, address))) }
}

function withValues(sheet: SheetSpec, valueAt: (address: string) => Scalar | undefined): SheetSpec {
  const cells: Record<string, Content | CellSpec> = {}
  for (const [address, given] of Object.entries(sheet.cells)) {
    const spec: CellSpec = typeof given === 'object' && 'content' in given ? given : { content: given }
    const { content } = spec
    cells[address] =
      typeof content === 'object'
        ? { ...spec, content: { ...content, saved: savedOf(valueAt(address), address) } }
        : spec
  }
  return { ...sheet, cells }
}

function savedOf(value: Scalar | undefined, address: string): string | number | boolean {
  if (value instanceof ExcelError) throw new Error(`${address} shows ${value.code}`)
  return value ?? ''
}

async function byLibreOffice(file: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-demo-'))
  try {
    const source = path.join(folder, 'model.xlsx')
    await writeFile(source, file)
    const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
    const target = path.join(folder, 'calculated')
    await promisify(execFile)('soffice', ['--headless', profile, '--convert-to', 'xlsx', '--outdir', target, source])
    return await readFile(path.join(target, 'model.xlsx'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function placeOf(address: string): { row: number; col: number } {
  const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
  const col = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits) - 1, col: col - 1 }
}
