import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { exportAsPdf } from '@sheetwright/contract/api-documentation/export-as-pdf.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { handle } from '../../platform/http/handle.ts'
import { runInChild } from '../../platform/sandbox/run-in-child.ts'
import { gatherDoc } from './gather-doc.ts'
import { docFile, pdfFile } from './pdf-files.ts'

const childModule = path.join(import.meta.dirname, 'pdf-child.ts')

export const exportAsPdfHandler = handle(exportAsPdf, async ({ caller, body, services, signal }) => {
  const { doc, fileName } = await gatherDoc(services, caller, body)
  const folder = await temporaryFolder('document')
  try {
    await writeFile(path.join(folder, docFile), JSON.stringify(doc))
    const { buildMegabytes: memoryMegabytes, buildSeconds: seconds } = services.settings
    const limits = { memoryMegabytes, seconds }
    await runInChild({ module: childModule, readsPackages: true, input: { folder }, folder, limits, signal })
    const content = await readFile(path.join(folder, pdfFile))
    return { fileName: `${fileName}.pdf`, open: () => Readable.from([content]) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
