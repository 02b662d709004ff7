import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { planWorkbook } from './plan-workbook.ts'
import { planFiles, type PlanRequest } from './spreadsheet-plan.ts'

/** Runs in a child process: the workbook is somebody's. */
serveParent<PlanRequest>(async ({ folder }) => planWorkbook(await readFile(path.join(folder, planFiles.workbook))))
