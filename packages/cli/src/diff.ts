import { type CellChange, diffWorkbooks } from '@sheetwright/compiler/diff/diff-workbooks.ts'
import { readCommandLine, UsageProblem } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

/** `diff A B`: what changed between two workbooks. */
export async function diff(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, { json: { type: 'boolean' } })
  const [before, after, ...more] = positionals
  if (before === undefined || after === undefined || more.length > 0) {
    throw new UsageProblem('Usage: sheetwright diff BEFORE AFTER [--json]')
  }
  const result = diffWorkbooks((await loadWorkbook(before)).bound.workbook, (await loadWorkbook(after)).bound.workbook)
  if (values.json) {
    console.log(JSON.stringify(result))
    return 0
  }
  for (const { name, change, rowsInserted, rowsRemoved } of result.sheets) {
    const rows = rowsInserted + rowsRemoved > 0 ? `  +${rowsInserted} -${rowsRemoved} rows` : ''
    console.log(`sheet ${name}: ${change}${rows}`)
  }
  for (const name of result.names) console.log(`name ${name.name}: ${name.before ?? 'none'} → ${name.after ?? 'none'}`)
  for (const change of result.changes) console.log(line(change))
  console.log(
    `${result.changedCells} cells changed${result.omitted > 0 ? `, ${result.omitted} groups not listed` : ''}`,
  )
  return 0
}

function line({ kind, sheet, range, cells, before, after }: CellChange): string {
  const side = (at: CellChange['before']) => (at === undefined ? 'none' : (at.formula ?? JSON.stringify(at.value)))
  return `${kind}  ${sheet}!${range}${cells > 1 ? ` (${cells} cells)` : ''}: ${side(before)} → ${side(after)}`
}
