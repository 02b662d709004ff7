import Pdf from 'pdfkit'
import { registerFonts } from './fonts.ts'
import { writtenPdf } from './written-pdf.ts'

export const paper = { width: 595.28, height: 841.89, margin: 50, foot: 60 }
export const textWidth = paper.width - 2 * paper.margin
export const textBottom = paper.height - paper.foot
export const inks = { text: '#14191c', dim: '#4d5b63', line: '#c9d1d6', head: '#eef2f3', link: '#0b5f66' }

/** Line spacing: the fonts' own is too small. */
const lineGap = 3

/** A4 with the fonts `regular` and `bold`, which contain Latin and Japanese letters. */
export function openPdf(title: string, language: 'en' | 'ja') {
  const { margin, foot } = paper
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: foot },
    bufferPages: true,
    info: { Title: title },
    lang: language,
  })
  const finished = writtenPdf(pdf)
  registerFonts(pdf)
  pdf.lineGap(lineGap)
  return { pdf, finished }
}

/** Adds the page number to each page, once all pages exist. */
export function numberPages(pdf: PDFKit.PDFDocument, size: number): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index)
    // The footer is below the margin, where text would begin a new page.
    pdf.page.margins.bottom = 0
    pdf.font('regular').fontSize(size).fillColor(inks.dim)
    pdf.text(`${index + 1} / ${count}`, paper.margin, paper.height - 38, {
      width: textWidth,
      align: 'center',
      lineBreak: false,
    })
    pdf.page.margins.bottom = paper.foot
  }
}
