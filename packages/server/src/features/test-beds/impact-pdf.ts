import type { Readable } from 'node:stream'
import type { PortfolioImpact } from '@sheetwright/contract/test-beds/test-comparison.ts'
import Pdf from 'pdfkit'
import { registerFonts } from '../../platform/pdf/fonts.ts'

const paper = { margin: 40, width: 515, bottom: 790 }
const rowHeight = 16
const shownSegments = 200

/** The portfolio impact on A4: totals, segments with a bar each, and the largest movers. */
export function impactPdf(title: string, impact: PortfolioImpact): Readable {
  const document = new Pdf({ size: 'A4', margin: paper.margin })
  registerFonts(document)
  document.font('regular')
  document.fontSize(14).text(title)
  document.fontSize(10).text(`Output: ${impact.output}`)
  const { total } = impact
  document.text(
    `${number(total.cases)} cases, weight ${number(total.weight)}: ${number(total.source)} → ${number(total.target)} (${signed(total.change)}, ${percent(total.relative)})`,
  )
  document.moveDown()
  const largest = Math.max(...impact.segments.map(({ relative }) => Math.abs(relative ?? 0)), 1e-12)
  table(
    document,
    ['Segment', 'Cases', 'Before', 'After', 'Change', 'Relative'],
    impact.segments
      .slice(0, shownSegments)
      .map((row) => [
        row.name || '–',
        number(row.cases),
        number(row.source),
        number(row.target),
        signed(row.change),
        percent(row.relative),
      ]),
    (index) => Math.abs(impact.segments[index]?.relative ?? 0) / largest,
  )
  document.moveDown()
  table(
    document,
    ['Case', '#', 'Before', 'After', 'Change', 'Relative'],
    impact.movers.map((row) => [
      row.name || row.segment || '–',
      String(row.number),
      number(Number(row.source)),
      number(Number(row.target)),
      signed(row.difference ?? 0),
      percent(row.relative),
    ]),
  )
  document.end()
  return document
}

function table(
  document: PDFKit.PDFDocument,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  share?: (row: number) => number,
): void {
  const widths = [165, 50, 80, 80, 75, 65]
  const line = (cells: readonly string[], bar: number | undefined) => {
    if (document.y > paper.bottom) document.addPage()
    const { y } = document
    if (bar !== undefined) {
      document
        .save()
        .rect(paper.margin, y + 12, paper.width * bar, 2)
        .fill('#2f6f73')
        .restore()
    }
    let x = paper.margin
    for (const [i, text] of cells.entries()) {
      const width = widths[i] ?? 60
      const align = i === 0 ? 'left' : 'right'
      document
        .fillColor('black')
        .fontSize(8)
        .text(text, x, y, { width: width - 4, align, lineBreak: false, ellipsis: true })
      x += width
    }
    document.x = paper.margin
    document.y = y + rowHeight
  }
  line(headings, undefined)
  for (const [i, row] of rows.entries()) line(row, share?.(i))
}

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${number(value)}`
}

function percent(value: number | null): string {
  return value === null ? '–' : `${value > 0 ? '+' : ''}${(value * 100).toFixed(2)} %`
}
