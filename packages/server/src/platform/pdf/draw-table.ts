import { inks, paper, textBottom, textWidth } from './open-pdf.ts'

export interface PdfTable {
  readonly headings: readonly string[]
  /** Fractions of the width, with sum 1. */
  readonly widths: readonly number[]
  readonly rows: readonly (readonly string[])[]
  /** Right-aligned columns, for numbers. */
  readonly atRight?: ReadonlySet<number>
}

const cellPadding = 4

/** A table on as many pages as it needs, with its headings on each. Without headings if all are empty. */
export function drawTable(pdf: PDFKit.PDFDocument, size: number, { headings, widths, rows, atRight }: PdfTable): void {
  const lefts = widths.map(
    (_, index) => paper.margin + textWidth * widths.slice(0, index).reduce((sum, share) => sum + share, 0),
  )
  const widthOf = (index: number) => textWidth * (widths[index] ?? 0) - 2 * cellPadding
  const heightOf = (row: readonly string[]) =>
    Math.max(...row.map((cell, index) => pdf.heightOfString(cell === '' ? ' ' : cell, { width: widthOf(index) }))) +
    2 * cellPadding
  const hasHead = headings.some((heading) => heading !== '')

  const draw = (row: readonly string[], isHead: boolean) => {
    pdf.font(isHead ? 'bold' : 'regular').fontSize(size)
    const height = heightOf(row)
    const top = pdf.y
    if (isHead) pdf.rect(paper.margin, top, textWidth, height).fill(inks.head)
    pdf.fillColor(inks.text)
    row.forEach((cell, index) => {
      pdf.text(cell, (lefts[index] ?? 0) + cellPadding, top + cellPadding, {
        width: widthOf(index),
        height: height + 1,
        align: atRight?.has(index) ? 'right' : 'left',
      })
    })
    pdf.moveTo(paper.margin, top + height).lineTo(paper.margin + textWidth, top + height)
    pdf.lineWidth(0.5).strokeColor(inks.line).stroke()
    pdf.x = paper.margin
    pdf.y = top + height
  }

  const needs = (row: readonly string[]) => {
    pdf.font('regular').fontSize(size)
    return heightOf(row)
  }
  const [first] = rows
  if (first !== undefined && pdf.y + needs(headings) + needs(first) > textBottom) pdf.addPage()
  if (hasHead) draw(headings, true)
  for (const row of rows) {
    if (pdf.y + needs(row) > textBottom) {
      pdf.addPage()
      if (hasHead) draw(headings, true)
    }
    draw(row, false)
  }
  pdf.y += 10
}
