import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import type { ApiDoc } from './doc-model.ts'
import { docFile, pdfFile } from './pdf-files.ts'

const childModule = path.join(import.meta.dirname, 'pdf-child.ts')

/** A document as PDF, set in a process of its own. */
export async function pdfOf(
  { settings }: Pick<Services, 'settings'>,
  doc: ApiDoc,
  signal: AbortSignal,
): Promise<Buffer> {
  const folder = await temporaryFolder('document')
  try {
    await writeFile(path.join(folder, docFile), JSON.stringify(doc))
    const { buildMegabytes: memoryMegabytes, buildSeconds: seconds } = settings
    const limits = { memoryMegabytes, seconds }
    await runInChild({ module: childModule, readsPackages: true, input: { folder }, folder, limits, signal })
    return await readFile(path.join(folder, pdfFile))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
