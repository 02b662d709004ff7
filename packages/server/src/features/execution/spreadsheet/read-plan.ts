import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import { runInChild } from '../../../platform/sandbox/run-in-child.ts'
import { planFiles, type PlanRequest, type SpreadsheetPlan, spreadsheetPlan } from './spreadsheet-plan.ts'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'

const childModule = path.join(import.meta.dirname, 'plan-child.ts')

/** Reads and prepares a workbook in a child process. Throws `ChildStopped` if that exceeds its limits. */
export async function readPlan(
  workbook: Uint8Array,
  marks: MarkedInterface | undefined,
  limits: { readonly memoryMegabytes: number; readonly seconds: number },
): Promise<{ plan: SpreadsheetPlan; prepared: Uint8Array }> {
  const folder = await temporaryFolder('plan')
  try {
    const file = path.join(folder, planFiles.workbook)
    await writeFile(file, workbook)
    const input: PlanRequest = { folder, ...(marks === undefined ? {} : { marks }) }
    const { signal } = new AbortController()
    const plan = spreadsheetPlan.parse(await runInChild({ module: childModule, input, folder, limits, signal }))
    return { plan, prepared: await readFile(file) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
