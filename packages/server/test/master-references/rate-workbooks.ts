import { addMasterReference } from '@sheetwright/contract/master-references/add-master-reference.ts'
import { type Content, type CellSpec, workbookFile, type WorkbookSpec } from '../../demo/workbook-file.ts'
import type { SignedIn } from '../support/test-server.ts'

type Row = readonly [plan: string, from: number, rate: number]

/** Serial number of 2026-01-01. */
const newYear = 46_023

export const rates: readonly Row[] = [
  ['Basic', newYear, 0.01],
  ['Plus', newYear, 0.02],
  ['Top', newYear, 0.03],
]

function ratesFrom(rows: readonly Row[], top: number): Record<string, Content | CellSpec> {
  const cells: Record<string, Content | CellSpec> = {
    [`A${top}`]: 'Plan',
    [`B${top}`]: 'Valid from',
    [`C${top}`]: 'Rate',
  }
  rows.forEach(([plan, from, rate], i) => {
    cells[`A${top + 1 + i}`] = plan
    cells[`B${top + 1 + i}`] = { content: from, format: 'yyyy-mm-dd' }
    cells[`C${top + 1 + i}`] = { content: rate, format: '0.00%' }
  })
  return cells
}

/** A master with one table of rates, a formula over it, and a note below. */
export function masterWorkbook(rows: readonly Row[] = rates, changes: Partial<WorkbookSpec> = {}): WorkbookSpec {
  const last = 2 + rows.length
  const total = rows.reduce((sum, [, , rate]) => sum + rate, 0)
  return {
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Rates',
        cells: {
          ...ratesFrom(rows, 2),
          E2: 'Sum of rates',
          F2: { formula: '=SUM(C3:C200)', saved: total },
          A100: 'Approved by the board',
        },
      },
    ],
    names: [{ name: 'Xref_Rates', refersTo: `Rates!$A$2:$C$${last}` }],
    ...changes,
  }
}

/** An engine that multiplies a sum by the rate of a plan, with room for two more rows than the table has. */
export function engineWorkbook(
  rows: readonly Row[] = rates,
  { comment, name = 'Xref_Rates' }: { comment?: string; name?: string } = {},
): WorkbookSpec {
  const rate = rows.find(([plan]) => plan === 'Plus')?.[2] ?? 0
  return {
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Premium',
        cells: {
          A1: 'Plan',
          B1: 'Plus',
          A2: 'Sum insured',
          B2: 10_000,
          A3: 'Premium',
          B3: { formula: '=B2*VLOOKUP(B1,Tables!A1:C6,3,FALSE)', saved: 10_000 * rate },
          A4: 'Twice the sum',
          B4: { formula: '=B2*2', saved: 20_000 },
        },
      },
      { name: 'Tables', cells: ratesFrom(rows, 1) },
    ],
    names: [
      { name: 'Xinput_Plan', refersTo: 'Premium!$B$1' },
      { name: 'Xinput_Sum', refersTo: 'Premium!$B$2' },
      { name: 'Xoutput_Premium', refersTo: 'Premium!$B$3' },
      { name: 'Xoutput_Twice', refersTo: 'Premium!$B$4' },
      { name, refersTo: 'Tables!$A$1:$C$6', ...(comment === undefined ? {} : { comment }) },
    ],
  }
}

export async function addMaster(
  { client }: Pick<SignedIn, 'client'>,
  workbook: WorkbookSpec | Buffer,
  { data = {}, fileName = 'Motor rates.xlsx' }: { data?: Record<string, unknown>; fileName?: string } = {},
) {
  const bytes = Buffer.isBuffer(workbook) ? workbook : await workbookFile(workbook)
  return client.call(addMasterReference, {
    body: { data: JSON.stringify(data) },
    files: { file: { content: new Blob([new Uint8Array(bytes)]), fileName } },
  })
}
