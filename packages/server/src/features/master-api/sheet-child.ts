import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'

const mostRows = 10_000
const mostColumns = 40

/** Runs in a child process, because the workbook is untrusted. Returns the texts of its first sheet. */
serveParent<{ readonly folder: string }>(async ({ folder }) => {
  const { workbook } = await readWorkbook(await readFile(path.join(folder, 'workbook')))
  const sheet = workbook?.sheets[0]
  if (sheet === undefined) return { rows: null }
  const bounds = sheet.cells.bounds()
  if (bounds === undefined) return { rows: [] }
  const rows: string[][] = []
  for (let row = bounds.top; row <= Math.min(bounds.bottom, bounds.top + mostRows); row++) {
    const cells: string[] = []
    for (let col = bounds.left; col <= Math.min(bounds.right, bounds.left + mostColumns); col++) {
      const cell = sheet.cells.get(row, col)
      cells.push(textOf(cell?.kind === 'formula' ? cell.saved : cell?.value))
    }
    rows.push(cells)
  }
  return { rows }
})

function textOf(value: Scalar | undefined): string {
  if (value === null || value === undefined) return ''
  if (value instanceof ExcelError) return value.code
  return typeof value === 'boolean' ? (value ? 'yes' : '') : String(value)
}
