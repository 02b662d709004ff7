import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withoutProtection } from '@sheetwright/compiler/elsewhere.ts'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { planWorkbook } from './plan-workbook.ts'
import { planFiles, type PlanRequest, xlsxFilter } from './spreadsheet-plan.ts'

/** Runs in a child process: the workbook is untrusted. */
serveParent<PlanRequest>(async ({ folder, marks }) => {
  const file = path.join(folder, planFiles.workbook)
  const bytes = await readFile(file)
  const plan = await planWorkbook(bytes, marks)
  if (plan.filter === xlsxFilter) await writeFile(file, await withoutProtection(bytes))
  return plan
})
