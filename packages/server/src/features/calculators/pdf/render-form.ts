import { drawTable } from '../../../platform/pdf/draw-table.ts'
import { inks, numberPages, openPdf, paper, textBottom, textWidth as width } from '../../../platform/pdf/open-pdf.ts'
import { chartRoom, drawChart } from './draw-chart.ts'
import type { PrintedBlock, PrintedForm } from './printed-form.ts'

const sizes = { title: 20, text: 10, table: 9, foot: 8.5 } as const
const headingSizes = { 1: 14, 2: 11 } as const
const logoBox = { width: 120, height: 32 }

/** Renders a printed calculator as PDF: organisation, inputs, results, and a page number in each footer. */
export function renderForm(form: PrintedForm): Promise<Buffer> {
  const { pdf, finished } = openPdf(form.title, form.language)
  drawHead(pdf, form)
  form.blocks.forEach((block, index) => {
    if (block.kind === 'heading' && pdf.y + roomFrom(form.blocks, index) > textBottom) pdf.addPage()
    drawBlock(pdf, block)
  })
  numberPages(pdf, sizes.foot)
  pdf.end()
  return finished
}

function drawHead(pdf: PDFKit.PDFDocument, { organisation, logo, colour, title, subtitle }: PrintedForm): void {
  const { margin } = paper
  let left = margin
  const top = pdf.y
  if (logo !== null) {
    pdf.image(Buffer.from(logo, 'base64'), margin, top, { fit: [logoBox.width, logoBox.height] })
    left += logoBox.width + 12
  }
  pdf.font('bold').fontSize(sizes.text).fillColor(inks.dim)
  pdf.text(organisation, left, logo === null ? top : top + 8, { width: margin + width - left })
  const below = Math.max(pdf.y, logo === null ? 0 : top + logoBox.height) + 8
  pdf.rect(margin, below, width, 3).fill(colour ?? inks.link)
  pdf
    .font('bold')
    .fontSize(sizes.title)
    .fillColor(inks.text)
    .text(title, margin, below + 18, { width })
  pdf.moveDown(0.2).font('regular').fontSize(sizes.text).fillColor(inks.dim).text(subtitle, { width })
  pdf.moveDown(1)
}

/** The height of headings with the start of what they introduce, so that no heading ends a page. */
function roomFrom(blocks: readonly PrintedBlock[], index: number): number {
  const block = blocks[index]
  if (block?.kind === 'heading') return 30 + roomFrom(blocks, index + 1)
  return block?.kind === 'chart' ? chartRoom : 50
}

function drawBlock(pdf: PDFKit.PDFDocument, block: PrintedBlock): void {
  const { margin } = paper
  switch (block.kind) {
    case 'heading':
      pdf.font('bold').fontSize(headingSizes[block.level]).fillColor(inks.text)
      pdf.text(block.text, margin, pdf.y + (block.level === 1 ? 6 : 2), { width }).moveDown(0.4)
      return
    case 'notice':
    case 'text':
      pdf
        .font(block.kind === 'notice' ? 'bold' : 'regular')
        .fontSize(sizes.text)
        .fillColor(inks.text)
      pdf.text(block.text, margin, pdf.y, { width }).moveDown(0.6)
      return
    case 'table': {
      const { headings, rows, numbers, first } = block
      const rest = (1 - first) / Math.max(1, headings.length - 1)
      const widths = headings.map((_, index) => (index === 0 ? first : rest))
      drawTable(pdf, sizes.table, { headings, rows, widths, atRight: new Set(numbers) })
      return
    }
    case 'chart':
      drawChart(pdf, block)
      return
    default:
      return block satisfies never
  }
}
