import { data, defineCall } from '../call.ts'
import { book } from './sheet.ts'
import { versionWorkbook } from './version-workbook.ts'

export const getBook = defineCall({
  ...versionWorkbook,
  id: 'lookInside.getBook',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/book/{engine}/{version}',
  summary: 'Get the sheets of the workbook of a version.',
  output: data(book),
})
