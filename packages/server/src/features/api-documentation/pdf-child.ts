import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import type { ApiDoc } from './doc-model.ts'
import { docFile, pdfFile } from './pdf-files.ts'
import { renderPdf } from './render-pdf.ts'

/** Runs in a child process: a long document takes seconds that would hold up everybody else. */
serveParent<{ readonly folder: string }>(async ({ folder }) => {
  const doc = JSON.parse(await readFile(path.join(folder, docFile), 'utf8')) as ApiDoc
  await writeFile(path.join(folder, pdfFile), await renderPdf(doc))
  return null
})
