import { lintWorkbook } from '@sheetwright/compiler/lint/lint-workbook.ts'
import { onlyFile, readCommandLine } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

/** `lint FILE`: what in a workbook is likely to be wrong, or to become so. */
export async function lint(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, { json: { type: 'boolean' } })
  const { bound, ports } = await loadWorkbook(onlyFile(positionals, 'lint FILE [--json]'))
  const report = lintWorkbook(bound, ports)
  if (values.json) {
    console.log(JSON.stringify(report))
    return 0
  }
  for (const { severity, code, cell, cells, formula, detail } of report.findings) {
    const more = cells > 1 ? ` and ${cells - 1} more` : ''
    console.log(
      `${severity.padEnd(6)}  ${code}  ${cell}${more}: ${detail}${formula === undefined ? '' : `  ${formula}`}`,
    )
  }
  const omitted = report.omitted > 0 ? `, ${report.omitted} more not listed` : ''
  console.log(
    `Score ${report.score} of 100: ${report.findings.length} findings in ${report.formulas} formulas${omitted}`,
  )
  return 0
}
