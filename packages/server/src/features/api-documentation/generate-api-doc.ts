import { Readable } from 'node:stream'
import { generateApiDoc } from '@sheetwright/contract/api-documentation/generate-api-doc.ts'
import { handle } from '../../platform/http/handle.ts'
import { gatherDoc } from './gather-doc.ts'
import { renderHtml } from './render-html.ts'

export const generateApiDocHandler = handle(generateApiDoc, async ({ caller, body, services }) => {
  const { doc, fileName } = await gatherDoc(services, caller, body)
  return { fileName: `${fileName}.html`, open: () => Readable.from([Buffer.from(renderHtml(doc))]) }
})
