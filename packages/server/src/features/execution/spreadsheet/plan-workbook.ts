import { detectFormat } from '@sheetwright/compiler/1-read/detect-format.ts'
import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import { planElsewhere } from '@sheetwright/compiler/elsewhere/plan-elsewhere.ts'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { type SpreadsheetPlan, xlsxFilter } from './spreadsheet-plan.ts'

/** Reads a workbook and determines what to send to LibreOffice and what to ask it. */
export async function planWorkbook(bytes: Uint8Array, marks: MarkedInterface | undefined): Promise<SpreadsheetPlan> {
  const { opened } = await openWorkbook(bytes, { marks })
  if (opened === null) throw new Error('The workbook can no longer be read')
  const { workbook } = opened.bound
  return {
    filter: filterOf(bytes),
    sheetNames: workbook.sheets.map(({ name }) => name),
    date1904: workbook.date1904,
    iterates: workbook.calculation.iterate,
    ...planElsewhere(opened),
  }
}

/** Named explicitly, so that LibreOffice reads the file in the same format as we do. */
function filterOf(bytes: Uint8Array): string | null {
  switch (detectFormat(bytes).kind) {
    case 'zip':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('xl/workbook.bin')
        ? 'Calc MS Excel 2007 Binary'
        : xlsxFilter
    case 'compound':
      return 'MS Excel 97'
    default:
      return null
  }
}
