import type { PortfolioImpact } from '@sheetwright/contract/test-beds/test-comparison.ts'
import { downloadPortfolioImpact } from '@sheetwright/contract/test-beds/download-portfolio-impact.ts'
import { handle } from '../../platform/http/handle.ts'
import { type SheetValue, sheetsFile } from '../../platform/workbook/sheets-file.ts'
import { comparedRuns, noSuchOutput } from './compared-runs.ts'
import { portfolioImpact } from './compared-result.store.ts'
import { impactPdf } from './impact-pdf.ts'
import { cellOf } from './template-sheets.ts'

export const downloadPortfolioImpactHandler = handle(
  downloadPortfolioImpact,
  async ({ caller, params, query, services }) => {
    const { db, testResults } = services
    const { runs, source, target } = await db.inTenant(caller.tenantId, (tx) =>
      comparedRuns(tx, caller, params.comparison),
    )
    const impact = await portfolioImpact(testResults, caller.tenantId, ...runs, query)
    if (impact === undefined) throw noSuchOutput(query.output)
    const title = `${target.testbedName}: ${source.serviceName} ${source.revision} → ${target.serviceName} ${target.revision}`
    const name = `Impact ${target.testbedName} ${source.revision} ${target.revision}`
    if (query.format === 'PDF') {
      return { fileName: `${name}.pdf`, contentType: 'application/pdf', open: () => impactPdf(title, impact) }
    }
    return { fileName: `${name}.xlsx`, open: () => sheetsFile(sheetsOf(title, impact)) }
  },
)

const changeHeadings = ['Cases', 'Weight', 'Before', 'After', 'Change', 'Relative']

function sheetsOf(title: string, { total, segments, movers, histogram, output }: PortfolioImpact) {
  const changes = (row: typeof total): SheetValue[] => [
    row.cases,
    row.weight,
    row.source,
    row.target,
    row.change,
    row.relative,
  ]
  return [
    {
      name: 'Segments',
      widths: [28],
      headings: 3,
      rows: [
        [title],
        [`Output: ${output}`],
        ['Segment', ...changeHeadings, 'Up', 'Down'],
        ...segments.map((row) => [row.name, ...changes(row), row.up, row.down]),
        ['Total', ...changes(total)],
      ],
    },
    {
      name: 'Movers',
      headings: 1,
      rows: [
        ['#', 'Case', 'Segment', 'Before', 'After', 'Change', 'Relative'],
        ...movers.map((row) => [
          row.number,
          row.name,
          row.segment,
          cellOf(row.source),
          cellOf(row.target),
          row.difference,
          row.relative,
        ]),
      ],
    },
    {
      name: 'Histogram',
      headings: 1,
      rows: [['From', 'To', 'Cases'], ...histogram.map(({ from, to, count }) => [from, to, count])],
    },
  ]
}
