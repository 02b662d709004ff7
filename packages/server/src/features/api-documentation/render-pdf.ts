import { drawTable } from '../../platform/pdf/draw-table.ts'
import { inks, numberPages, openPdf, paper, textBottom, textWidth as width } from '../../platform/pdf/open-pdf.ts'
import type { ApiDoc, DocBlock } from './doc-model.ts'

const sizes = { title: 24, text: 10, table: 8.5, code: 8, contents: 10 } as const
const headingSizes = { 1: 17, 2: 13, 3: 11 } as const
const contentsLine = 17

/**
 * Renders the document as PDF: a linked table of contents with page numbers, bookmarks, and a page number in each
 * footer.
 */
export function renderPdf(doc: ApiDoc): Promise<Buffer> {
  const { pdf, finished } = openPdf(doc.title, doc.language)
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
    pdf.font('bold').fontSize(sizes.title).fillColor(inks.text).text(doc.title, { width })
    pdf.moveDown(0.3).font('regular').fontSize(sizes.text).fillColor(inks.dim).text(doc.subtitle, { width })
    pdf.moveDown(1.5).font('bold').fontSize(headingSizes[1]).fillColor(inks.text).text(doc.contentsTitle)
    const contentsFrom = pdf.y + 8
    const listed = doc.blocks.filter((block) => block.kind === 'heading' && block.level < 3).length
    const onFirst = Math.floor((textBottom - contentsFrom) / contentsLine)
    const onOthers = Math.floor((textBottom - paper.margin) / contentsLine)
    const more = Math.max(0, Math.ceil((listed - onFirst) / onOthers))
    for (let count = 0; count < more; count++) pdf.addPage()
    pdf.addPage()
    for (const block of doc.blocks) this.block(block)
    this.contents(contentsFrom, onFirst, onOthers)
    numberPages(pdf, sizes.table)
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
        this.pdf.font('regular').fontSize(sizes.text).fillColor(inks.text)
        this.pdf.text(block.text, paper.margin, this.pdf.y, { width }).moveDown(0.6)
        return
      case 'code':
        return this.code(block)
      case 'table':
        return drawTable(this.pdf, sizes.table, block)
      default:
        return block satisfies never
    }
  }

  private heading({ level, text, id }: Extract<DocBlock, { kind: 'heading' }>): void {
    const { pdf } = this
    // An engine starts on a new page; a heading stays together with some of the text below it.
    const isChapter = level === 1 && pdf.y > paper.margin + 1
    if (isChapter || pdf.y > textBottom - 110) pdf.addPage()
    else if (pdf.y > paper.margin + 1) pdf.moveDown(0.8)
    pdf.addNamedDestination(id, 'XYZ', null, pdf.y, null)
    if (level < 3) this.entries.push({ level, text, id, pageNumber: this.pageNumber })
    if (level === 1) pdf.outline.addItem(text)
    pdf.font('bold').fontSize(headingSizes[level]).fillColor(inks.text)
    pdf.text(text, paper.margin, pdf.y, { width }).moveDown(0.4)
  }

  private code({ title, text }: Extract<DocBlock, { kind: 'code' }>): void {
    const { pdf } = this
    if (pdf.y > textBottom - 60) pdf.addPage()
    pdf.font('bold').fontSize(sizes.table).fillColor(inks.dim).text(title, paper.margin, pdf.y, { width })
    pdf.moveDown(0.2).font('regular').fontSize(sizes.code).fillColor(inks.text)
    // Leading spaces show the structure.
    const lines = text.split('\n').map((line) => line.replace(/^ +/, (blanks) => '\u00A0'.repeat(blanks.length * 2)))
    pdf.text(lines.join('\n'), paper.margin + 8, pdf.y, { width: width - 8 }).moveDown(0.8)
  }

  /** Written last, into reserved pages: only now are the page numbers known. */
  private contents(from: number, onFirst: number, onOthers: number): void {
    const { pdf } = this
    this.entries.forEach(({ level, text, id, pageNumber }, index) => {
      const isOnFirst = index < onFirst
      const pageIndex = isOnFirst ? 0 : 1 + Math.floor((index - onFirst) / onOthers)
      const line = isOnFirst ? index : (index - onFirst) % onOthers
      pdf.switchToPage(pageIndex)
      const top = (isOnFirst ? from : paper.margin) + line * contentsLine
      const left = paper.margin + (level - 1) * 14
      pdf
        .font(level === 1 ? 'bold' : 'regular')
        .fontSize(sizes.contents)
        .fillColor(inks.link)
      const room = width - (left - paper.margin) - 40
      pdf.text(text, left, top, { width: room, height: contentsLine, lineBreak: false, ellipsis: true })
      pdf.fillColor(inks.dim)
      pdf.text(String(pageNumber), paper.margin + width - 40, top, { width: 40, align: 'right', lineBreak: false })
      pdf.goTo(paper.margin, top, width, contentsLine, id)
    })
  }
}
