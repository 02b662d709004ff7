import { type CellChange, diffVersions, type VersionDiff } from '@sheetwright/compiler/diff.ts'
import { localeOf } from '@sheetwright/compiler/interface.ts'
import { serialNow } from './clock.ts'
import { asJson, type CommandLine, readCommandLine, wrongUse } from './command-line.ts'
import { loadWorkbook, type LoadedWorkbook } from './load-workbook.ts'

export const diffLine = {
  usage: 'diff BEFORE AFTER',
  meaning: 'what changed between two workbooks',
  options: { json: asJson },
} as const satisfies CommandLine

/** `diff A B`: what changed between two workbooks. */
export async function diff(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, diffLine)
  const [before, after, ...more] = positionals
  if (before === undefined || after === undefined || more.length > 0) {
    throw wrongUse(diffLine)
  }
  const found = await diffFiles(before, after)
  if (values.json) console.log(JSON.stringify(found))
  else tellDifferences(found)
  return 0
}

/** What changed between two workbook files: cells, interface, and results on the defaults. */
export async function diffFiles(before: string, after: string): Promise<VersionDiff> {
  const [old, now] = [await loadWorkbook(before), await loadWorkbook(after)]
  return diffVersions(comparedOf(old), comparedOf(now), { now: serialNow(false), steps })
}

export function tellDifferences({ interface: ports, outputs, failures, ...result }: VersionDiff): void {
  for (const { kind, name, change, fields } of ports) {
    const detail = fields.map((each) => `${each.field} ${each.before || 'none'} → ${each.after || 'none'}`).join('; ')
    console.log(`${kind} ${name}: ${change}${detail === '' ? '' : `  ${detail}`}`)
  }
  for (const output of outputs.filter(({ isChanged }) => isChanged)) {
    const change = output.isTable
      ? `${output.changedCells} cells differ`
      : `${JSON.stringify(output.before ?? null)} → ${JSON.stringify(output.after ?? null)}`
    console.log(`output ${output.name} on the defaults: ${change}`)
  }
  for (const { version, message } of failures) console.log(`not computed, ${version}: ${message}`)
  for (const { name, change, before: was, after: is } of result.tables) {
    console.log(`table ${name}: ${change}  ${was ?? 'none'} → ${is ?? 'none'}`)
  }
  for (const { name, change, rowsInserted, rowsRemoved, columnsInserted, columnsRemoved } of result.sheets) {
    const rows = rowsInserted + rowsRemoved > 0 ? `  +${rowsInserted} -${rowsRemoved} rows` : ''
    const columns = columnsInserted + columnsRemoved > 0 ? `  +${columnsInserted} -${columnsRemoved} columns` : ''
    console.log(`sheet ${name}: ${change}${rows}${columns}`)
  }
  for (const name of result.names) console.log(`name ${name.name}: ${name.before ?? 'none'} → ${name.after ?? 'none'}`)
  for (const change of result.changes) console.log(line(change))
  console.log(
    `${result.changedCells} cells changed${result.omitted > 0 ? `, ${result.omitted} groups not listed` : ''}`,
  )
}

const steps = 20_000_000_000

function comparedOf({ ports, bound }: LoadedWorkbook) {
  return { bound, ports, locale: localeOf(ports.properties) }
}

function line({ kind, sheet, range, cells, before, after }: CellChange): string {
  const side = (at: CellChange['before']) => (at === undefined ? 'none' : (at.formula ?? JSON.stringify(at.value)))
  return `${kind}  ${sheet}!${range}${cells > 1 ? ` (${cells} cells)` : ''}: ${side(before)} → ${side(after)}`
}
