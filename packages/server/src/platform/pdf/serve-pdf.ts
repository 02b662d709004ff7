import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../sandbox/serve-parent.ts'
import { contentFile, pdfFile } from './pdf-files.ts'

/** The child process's side of `pdfInChild`. */
export function servePdf(render: (content: unknown) => Promise<Buffer>): void {
  serveParent<{ readonly folder: string }>(async ({ folder }) => {
    const content: unknown = JSON.parse(await readFile(path.join(folder, contentFile), 'utf8'))
    await writeFile(path.join(folder, pdfFile), await render(content))
    return null
  })
}
