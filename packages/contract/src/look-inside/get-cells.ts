import { data, defineCall, json, withInputs } from '../call.ts'
import { cellsQuestion, sheetCells } from './sheet.ts'
import { lookedAtRun, versionWorkbook } from './version-workbook.ts'

export const getCells = defineCall({
  ...versionWorkbook,
  id: 'lookInside.getCells',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/cells/{engine}/{version}',
  summary: 'Get the cells of a part of a sheet of a version: as they were saved, or with the values of a run.',
  body: json(cellsQuestion.extend({ run: lookedAtRun.optional() }), withInputs),
  output: data(sheetCells),
})
