import { data, defineCall, json } from '../call.ts'
import { cellsQuestion, sheetCells } from './sheet.ts'
import { uploadedWorkbook } from './uploaded-workbook.ts'

export const getUploadedCells = defineCall({
  ...uploadedWorkbook,
  id: 'lookInside.getUploadedCells',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/upload/{upload}/cells',
  summary: 'Get the cells of a part of a sheet of an uploaded workbook, as they were saved.',
  body: json(cellsQuestion),
  output: data(sheetCells),
})
