import { Readable } from 'node:stream'
import { exportAsPdf } from '@sheetwright/contract/api-documentation/export-as-pdf.ts'
import { handle } from '../../platform/http/handle.ts'
import { gatherDoc } from './gather-doc.ts'
import { pdfOf } from './pdf-of.ts'

export const exportAsPdfHandler = handle(exportAsPdf, async ({ caller, body, services, signal }) => {
  const { doc, fileName } = await gatherDoc(services, caller, body)
  const content = await pdfOf(services, doc, signal)
  return { fileName: `${fileName}.pdf`, open: () => Readable.from([content]) }
})
