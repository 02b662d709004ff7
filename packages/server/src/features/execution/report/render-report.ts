import { type CellStyle, plainStyle, type Range, type Sheet, type Workbook } from '@sheetwright/compiler/model.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import Pdf from 'pdfkit'
import { registerFonts } from '../../../platform/pdf/fonts.ts'
import { writtenPdf } from '../../../platform/pdf/written-pdf.ts'
import { cellText, usualSide } from './cell-text.ts'
import { layOut, type ReportLayout } from './layout.ts'

export interface ReportContent {
  readonly workbook: Workbook
  readonly sheet: number
  readonly range: Range
  readonly locale: string
  readonly value: (row: number, col: number) => Scalar
  /** Pictures, by their cell as `row/col`. */
  readonly images: ReadonlyMap<string, Buffer>
}

const paper = { width: 595.28, height: 841.89, margin: 36 }
const usualSize = 11

/** A sent picture is damaged, or is no picture. */
export class UnreadablePicture extends Error {}

/** Renders a range of a sheet as PDF: on as many pages as its rows need, scaled down to the paper's width. */
export function renderReport(content: ReportContent): Promise<Buffer> {
  const sheet = content.workbook.sheets[content.sheet]
  if (sheet === undefined) throw new Error('The sheet of the report is missing')
  const layout = layOut(sheet, content.range)
  const isWide = layout.width > paper.width - 2 * paper.margin
  const document = new Pdf({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    margin: paper.margin,
    autoFirstPage: false,
  })
  const finished = writtenPdf(document)
  registerFonts(document)
  new ReportWriter(document, content, sheet, layout, isWide).write()
  document.end()
  return finished
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

class ReportWriter {
  private readonly document: PDFKit.PDFDocument
  private readonly content: ReportContent
  private readonly sheet: Sheet
  private readonly layout: ReportLayout
  private readonly scale: number
  private readonly pageHeight: number

  constructor(
    document: PDFKit.PDFDocument,
    content: ReportContent,
    sheet: Sheet,
    layout: ReportLayout,
    isWide: boolean,
  ) {
    this.document = document
    this.content = content
    this.sheet = sheet
    this.layout = layout
    const [width, height] = isWide ? [paper.height, paper.width] : [paper.width, paper.height]
    this.scale = Math.min(1, (width - 2 * paper.margin) / Math.max(1, layout.width))
    this.pageHeight = (height - 2 * paper.margin) / this.scale
  }

  write(): void {
    const { rows } = this.layout
    let start = 0
    do {
      const first = rows[start]
      let end = start
      const top = first?.from ?? 0
      for (let row = rows[end]; row && (end === start || row.from + row.size - top <= this.pageHeight); row = rows[end])
        end++
      this.writePage(start, end, top)
      start = end
    } while (start < rows.length)
  }

  private writePage(start: number, end: number, top: number): void {
    const { document } = this
    document.addPage()
    const rows = this.layout.rows.slice(start, end)
    const boxes = rows.flatMap((row) =>
      this.layout.columns.flatMap((column) => {
        const merge = this.mergeAt(row.index, column.index)
        if (merge !== undefined && (merge.top !== row.index || merge.left !== column.index)) return []
        return [{ row: row.index, col: column.index, box: this.boxOf(row.index, column.index, merge, top) }]
      }),
    )
    // Draw backgrounds first: text may overflow into empty neighbours.
    for (const { row, col, box } of boxes) this.drawGround(this.styleAt(row, col), box)
    for (const { row, col, box } of boxes) this.drawContent(row, col, box)
  }

  private mergeAt(row: number, col: number): Range | undefined {
    return this.sheet.merges.find(
      ({ top, bottom, left, right }) => top <= row && row <= bottom && left <= col && col <= right,
    )
  }

  private boxOf(row: number, col: number, merge: Range | undefined, top: number): Box {
    const { columns, rows } = this.layout
    const [right, bottom] = [merge?.right ?? col, merge?.bottom ?? row]
    const wide = columns.filter(({ index }) => col <= index && index <= right)
    const high = rows.filter(({ index }) => row <= index && index <= bottom)
    const { scale } = this
    return {
      x: paper.margin + (wide[0]?.from ?? 0) * scale,
      y: paper.margin + ((high[0]?.from ?? 0) - top) * scale,
      width: wide.reduce((sum, { size }) => sum + size, 0) * scale,
      height: high.reduce((sum, { size }) => sum + size, 0) * scale,
    }
  }

  private styleAt(row: number, col: number): CellStyle {
    const { workbook } = this.content
    const cell = this.sheet.cells.get(row, col)
    const column = this.sheet.columns.find(({ first, last }) => first <= col && col <= last)
    const style = cell?.style ?? this.sheet.rows.get(row)?.style ?? column?.style
    return (style === undefined ? undefined : workbook.styles[style]) ?? plainStyle
  }

  private drawGround({ fill, borders }: CellStyle, { x, y, width, height }: Box): void {
    const { document } = this
    if (fill !== undefined) document.rect(x, y, width, height).fill(fill)
    const line = (
      border: { readonly style: string; readonly color: string | undefined } | undefined,
      ...ends: number[]
    ) => {
      if (border === undefined) return
      const [fromX = 0, fromY = 0, toX = 0, toY = 0] = ends
      const thickness = /thick/.test(border.style) ? 1.5 : /medium|double/.test(border.style) ? 1 : 0.5
      document.lineWidth(thickness * this.scale).strokeColor(border.color ?? '#000000')
      document.moveTo(fromX, fromY).lineTo(toX, toY).stroke()
    }
    line(borders.top, x, y, x + width, y)
    line(borders.bottom, x, y + height, x + width, y + height)
    line(borders.left, x, y, x, y + height)
    line(borders.right, x + width, y, x + width, y + height)
  }

  private drawContent(row: number, col: number, box: Box): void {
    const image = this.content.images.get(`${row}/${col}`)
    if (image !== undefined) {
      this.drawImage(image, box)
      return
    }
    const value = this.content.value(row, col)
    const style = this.styleAt(row, col)
    const { workbook, locale } = this.content
    const text = cellText(value, style.numberFormat, { locale, date1904: workbook.date1904 })
    if (text !== '')
      this.drawText(text, style, this.sideOf(style, value), box, this.roomFor(row, col, value, style, box))
  }

  private drawImage(image: Buffer, { x, y, width, height }: Box): void {
    try {
      this.document.image(image, x, y, { fit: [width, height], align: 'center', valign: 'center' })
    } catch (error) {
      throw new UnreadablePicture('A picture cannot be read', { cause: error })
    }
  }

  private sideOf({ alignment }: CellStyle, value: Scalar): 'left' | 'right' | 'center' {
    const { horizontal } = alignment
    if (horizontal === 'left' || horizontal === 'right' || horizontal === 'center') return horizontal
    return horizontal === 'centerContinuous' ? 'center' : usualSide(value)
  }

  /** Text that is not wrapped may overflow into empty cells on its right. */
  private roomFor(row: number, col: number, value: Scalar, { alignment }: CellStyle, box: Box): number {
    if (typeof value !== 'string' || alignment.wrap) return box.width
    let { width } = box
    for (const { index, size } of this.layout.columns) {
      if (index <= (this.mergeAt(row, col)?.right ?? col)) continue
      if (this.content.value(row, index) !== null) break
      width += size * this.scale
    }
    return width
  }

  private drawText(text: string, style: CellStyle, side: 'left' | 'right' | 'center', box: Box, room: number): void {
    const { document, scale } = this
    const { font, alignment } = style
    const padding = 2 * scale
    const width = Math.max(1, (side === 'left' ? room : box.width) - 2 * padding - alignment.indent * 7 * scale)
    document.font(font.bold ? 'bold' : 'regular').fontSize((font.size ?? usualSize) * 0.9 * scale)
    const options = {
      width,
      align: side,
      lineBreak: alignment.wrap,
      underline: font.underline,
      strike: font.strike,
      oblique: font.italic,
    }
    const height = alignment.wrap ? document.heightOfString(text, options) : document.currentLineHeight()
    const space = Math.max(0, box.height - height)
    const down = alignment.vertical === 'top' ? 0 : alignment.vertical === 'center' ? space / 2 : space
    const across = side === 'left' ? alignment.indent * 7 * scale : 0
    const x = box.x + padding + across
    document.save()
    document.rect(box.x, box.y, side === 'left' ? room : box.width, Math.max(box.height, height)).clip()
    document.fillColor(font.color ?? '#000000')
    if (alignment.wrap || side === 'left') document.text(text, x, box.y + down, options)
    else {
      // A line that is not wrapped is not aligned either, so it is shifted here.
      const free = width - document.widthOfString(text)
      const shift = side === 'right' ? free : free / 2
      document.text(text, x + Math.max(0, shift), box.y + down, { ...options, align: 'left' })
    }
    document.restore()
  }
}
