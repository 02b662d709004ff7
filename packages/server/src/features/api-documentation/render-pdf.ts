import Pdf from 'pdfkit'
import { registerFonts } from '../../platform/pdf/fonts.ts'
import { writtenPdf } from '../../platform/pdf/written-pdf.ts'
import type { ApiDoc, DocBlock } from './doc-model.ts'

const page = { width: 595.28, height: 841.89, margin: 50, foot: 60 }
const width = page.width - 2 * page.margin
const bottom = page.height - page.foot
const sizes = { title: 24, text: 10, table: 8.5, code: 8, contents: 10 } as const
const headingSizes = { 1: 17, 2: 13, 3: 11 } as const
const colours = { text: '#14191c', dim: '#4d5b63', line: '#c9d1d6', head: '#eef2f3', link: '#0b5f66' }
const contentsLine = 17
const cellPadding = 4
const lineGap = 3

/** The document as PDF: contents with page numbers that are links, bookmarks, and the number of each page at its foot. */
export function renderPdf(doc: ApiDoc): Promise<Buffer> {
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.foot },
    bufferPages: true,
    info: { Title: doc.title },
    lang: doc.language,
  })
  const finished = writtenPdf(pdf)
  registerFonts(pdf)
  pdf.lineGap(lineGap)
  new PdfWriter(pdf, doc).write()
  pdf.end()
  return finished
}

interface Entry {
  readonly level: number
  readonly text: string
  readonly id: string
  readonly pageNumber: number
}

class PdfWriter {
  private readonly pdf: PDFKit.PDFDocument
  private readonly doc: ApiDoc
  private readonly entries: Entry[] = []

  constructor(pdf: PDFKit.PDFDocument, doc: ApiDoc) {
    this.pdf = pdf
    this.doc = doc
  }

  write(): void {
    const { pdf, doc } = this
    pdf.font('bold').fontSize(sizes.title).fillColor(colours.text).text(doc.title, { width })
    pdf.moveDown(0.3).font('regular').fontSize(sizes.text).fillColor(colours.dim).text(doc.subtitle, { width })
    pdf.moveDown(1.5).font('bold').fontSize(headingSizes[1]).fillColor(colours.text).text(doc.contentsTitle)
    const contentsFrom = pdf.y + 8
    const listed = doc.blocks.filter((block) => block.kind === 'heading' && block.level < 3).length
    const onFirst = Math.floor((bottom - contentsFrom) / contentsLine)
    const onOthers = Math.floor((bottom - page.margin) / contentsLine)
    const more = Math.max(0, Math.ceil((listed - onFirst) / onOthers))
    for (let count = 0; count < more; count++) pdf.addPage()
    pdf.addPage()
    for (const block of doc.blocks) this.block(block)
    this.contents(contentsFrom, onFirst, onOthers)
    this.pageNumbers()
  }

  private get pageNumber(): number {
    const { start, count } = this.pdf.bufferedPageRange()
    return start + count
  }

  private block(block: DocBlock): void {
    switch (block.kind) {
      case 'heading':
        return this.heading(block)
      case 'text':
        this.pdf.font('regular').fontSize(sizes.text).fillColor(colours.text)
        this.pdf.text(block.text, page.margin, this.pdf.y, { width }).moveDown(0.6)
        return
      case 'code':
        return this.code(block)
      case 'table':
        return this.table(block)
      default:
        return block satisfies never
    }
  }

  private heading({ level, text, id }: Extract<DocBlock, { kind: 'heading' }>): void {
    const { pdf } = this
    // An engine begins on a page of its own; any heading keeps some of what follows with it.
    const isChapter = level === 1 && pdf.y > page.margin + 1
    if (isChapter || pdf.y > bottom - 110) pdf.addPage()
    else if (pdf.y > page.margin + 1) pdf.moveDown(0.8)
    pdf.addNamedDestination(id, 'XYZ', null, pdf.y, null)
    if (level < 3) this.entries.push({ level, text, id, pageNumber: this.pageNumber })
    if (level === 1) pdf.outline.addItem(text)
    pdf.font('bold').fontSize(headingSizes[level]).fillColor(colours.text)
    pdf.text(text, page.margin, pdf.y, { width }).moveDown(0.4)
  }

  private code({ title, text }: Extract<DocBlock, { kind: 'code' }>): void {
    const { pdf } = this
    if (pdf.y > bottom - 60) pdf.addPage()
    pdf.font('bold').fontSize(sizes.table).fillColor(colours.dim).text(title, page.margin, pdf.y, { width })
    pdf.moveDown(0.2).font('regular').fontSize(sizes.code).fillColor(colours.text)
    // Blanks at the beginning of a line show the structure.
    const lines = text.split('\n').map((line) => line.replace(/^ +/, (blanks) => '\u00A0'.repeat(blanks.length * 2)))
    pdf.text(lines.join('\n'), page.margin + 8, pdf.y, { width: width - 8 }).moveDown(0.8)
  }

  private table({ headings, widths, rows }: Extract<DocBlock, { kind: 'table' }>): void {
    const { pdf } = this
    const lefts = widths.map(
      (_, index) => page.margin + width * widths.slice(0, index).reduce((sum, share) => sum + share, 0),
    )
    const widthOf = (index: number) => width * (widths[index] ?? 0) - 2 * cellPadding
    const heightOf = (row: readonly string[]) =>
      Math.max(...row.map((cell, index) => pdf.heightOfString(cell === '' ? ' ' : cell, { width: widthOf(index) }))) +
      2 * cellPadding

    const draw = (row: readonly string[], isHead: boolean) => {
      pdf.font(isHead ? 'bold' : 'regular').fontSize(sizes.table)
      const height = heightOf(row)
      const top = pdf.y
      if (isHead) pdf.rect(page.margin, top, width, height).fill(colours.head)
      pdf.fillColor(colours.text)
      row.forEach((cell, index) => {
        pdf.text(cell, (lefts[index] ?? 0) + cellPadding, top + cellPadding, {
          width: widthOf(index),
          height: height + 1,
        })
      })
      pdf.moveTo(page.margin, top + height).lineTo(page.margin + width, top + height)
      pdf.lineWidth(0.5).strokeColor(colours.line).stroke()
      pdf.x = page.margin
      pdf.y = top + height
    }

    const needs = (row: readonly string[]) => {
      pdf.font('regular').fontSize(sizes.table)
      return heightOf(row)
    }
    const [first] = rows
    if (first !== undefined && pdf.y + needs(headings) + needs(first) > bottom) pdf.addPage()
    draw(headings, true)
    for (const row of rows) {
      if (pdf.y + needs(row) > bottom) {
        pdf.addPage()
        draw(headings, true)
      }
      draw(row, false)
    }
    pdf.y += 10
  }

  /** Written last, into pages that were left for it: only now is known what stands where. */
  private contents(from: number, onFirst: number, onOthers: number): void {
    const { pdf } = this
    this.entries.forEach(({ level, text, id, pageNumber }, index) => {
      const isOnFirst = index < onFirst
      const pageIndex = isOnFirst ? 0 : 1 + Math.floor((index - onFirst) / onOthers)
      const line = isOnFirst ? index : (index - onFirst) % onOthers
      pdf.switchToPage(pageIndex)
      const top = (isOnFirst ? from : page.margin) + line * contentsLine
      const left = page.margin + (level - 1) * 14
      pdf
        .font(level === 1 ? 'bold' : 'regular')
        .fontSize(sizes.contents)
        .fillColor(colours.link)
      const room = width - (left - page.margin) - 40
      pdf.text(text, left, top, { width: room, height: contentsLine, lineBreak: false, ellipsis: true })
      pdf.fillColor(colours.dim)
      pdf.text(String(pageNumber), page.margin + width - 40, top, { width: 40, align: 'right', lineBreak: false })
      pdf.goTo(page.margin, top, width, contentsLine, id)
    })
  }

  private pageNumbers(): void {
    const { pdf } = this
    const { start, count } = pdf.bufferedPageRange()
    for (let index = start; index < start + count; index++) {
      pdf.switchToPage(index)
      // The foot lies below the margin, where text would begin a new page.
      pdf.page.margins.bottom = 0
      pdf.font('regular').fontSize(sizes.table).fillColor(colours.dim)
      pdf.text(`${index + 1} / ${count}`, page.margin, page.height - 38, { width, align: 'center', lineBreak: false })
      pdf.page.margins.bottom = page.foot
    }
  }
}
