import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { formFile, pdfFile } from './form-pdf-files.ts'
import type { PrintedForm } from './printed-form.ts'
import { renderForm } from './render-form.ts'

/** Runs in a child process: setting pages would hold up everybody else. */
serveParent<{ readonly folder: string }>(async ({ folder }) => {
  const form = JSON.parse(await readFile(path.join(folder, formFile), 'utf8')) as PrintedForm
  await writeFile(path.join(folder, pdfFile), await renderForm(form))
  return null
})
