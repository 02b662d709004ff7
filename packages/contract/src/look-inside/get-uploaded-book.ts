import { data, defineCall } from '../call.ts'
import { book } from './sheet.ts'
import { uploadedWorkbook } from './uploaded-workbook.ts'

export const getUploadedBook = defineCall({
  ...uploadedWorkbook,
  id: 'lookInside.getUploadedBook',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/upload/{upload}/book',
  summary: 'Get the sheets of an uploaded workbook, by the id of its original file.',
  output: data(book),
})
