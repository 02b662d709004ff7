import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { downloadSampleWorkbook } from '@sheetwright/contract/system/download-sample-workbook.ts'
import { handle } from '../../platform/http/handle.ts'

const workbook = fileURLToPath(new URL('../../../demo/Motor premium.xlsx', import.meta.url))

export const downloadSampleWorkbookHandler = handle(downloadSampleWorkbook, async () => ({
  fileName: 'Sample.xlsx',
  size: (await stat(workbook)).size,
  open: (range) => createReadStream(workbook, range === undefined ? {} : { start: range.start, end: range.end }),
}))
