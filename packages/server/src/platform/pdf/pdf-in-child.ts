import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from '../../settings.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'
import { runInChild } from '../sandbox/run-in-child.ts'
import { contentFile, pdfFile } from './pdf-files.ts'

/**
 * Renders content as PDF in its own process, with a module that calls `servePdf`, so that long documents block nobody.
 */
export async function pdfInChild(
  module: string,
  content: unknown,
  { buildMegabytes: memoryMegabytes, buildSeconds: seconds }: Pick<Settings, 'buildMegabytes' | 'buildSeconds'>,
  signal: AbortSignal,
): Promise<Buffer> {
  const folder = await temporaryFolder('document')
  try {
    await writeFile(path.join(folder, contentFile), JSON.stringify(content))
    const limits = { memoryMegabytes, seconds }
    await runInChild({ module, readsPackages: true, input: { folder }, folder, limits, signal })
    return await readFile(path.join(folder, pdfFile))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
