import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'
import { runInChild } from '../../../platform/sandbox/run-in-child.ts'
import type { PackageCases } from './package-order.ts'
import { sheetFileName } from './sheet-file-name.ts'

const module = path.join(import.meta.dirname, 'try-sheet-child.ts')
const limits = { memoryMegabytes: 1024, seconds: 120 }

/** Runs a JS sheet where there is nothing but the language, and says which case differs from what the server computed. */
export async function trySheet(script: string, cases: PackageCases, signal: AbortSignal): Promise<string | undefined> {
  const folder = await temporaryFolder('code')
  try {
    await writeFile(path.join(folder, sheetFileName), script)
    const difference = await runInChild({ module, input: { folder, cases }, folder, limits, signal })
    return typeof difference === 'string' ? difference : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
