import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import { planElsewhere } from '@sheetwright/compiler/elsewhere.ts'
import type { Workbook } from '@sheetwright/compiler/model.ts'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { type SpreadsheetPlan, xlsxFilter } from './spreadsheet-plan.ts'

/** Named explicitly, so that LibreOffice reads the file in the same format as we do. */
const filters: Readonly<Record<Workbook['format'], string>> = {
  xlsx: xlsxFilter,
  xlsb: 'Calc MS Excel 2007 Binary',
  xls: 'MS Excel 97',
}

/** Reads a workbook and determines what to send to LibreOffice and what to ask it. */
export async function planWorkbook(bytes: Uint8Array, marks: MarkedInterface | undefined): Promise<SpreadsheetPlan> {
  const { opened } = await openWorkbook(bytes, { marks })
  if (opened === null) throw new Error('The workbook can no longer be read')
  const { workbook } = opened.bound
  return {
    filter: filters[workbook.format],
    sheetNames: workbook.sheets.map(({ name }) => name),
    date1904: workbook.date1904,
    iterates: workbook.calculation.iterate,
    ...planElsewhere(opened),
  }
}
