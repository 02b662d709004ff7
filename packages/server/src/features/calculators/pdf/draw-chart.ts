import { inks, paper, textBottom, textWidth } from '../../../platform/pdf/open-pdf.ts'
import type { PrintedChart } from './printed-form.ts'

const height = 170
/** With its title, labels and legend. */
export const chartRoom = height + 70
const axisRoom = 64
const size = 7.5
const mostLabels = 12
/** The brightness differs too, so that series can be told apart without colour. */
const shades = ['#0b5f66', '#d97a1a', '#6b4fa3', '#8fb8bd', '#b0304f', '#9aa4ab']

/** Draws a chart as lines and rectangles, so that it stays sharp at any size. */
export function drawChart(pdf: PDFKit.PDFDocument, chart: PrintedChart): void {
  const { title, unit, x, ticks, points, series } = chart
  if (pdf.y + chartRoom > textBottom) pdf.addPage()
  pdf.font('bold').fontSize(10).fillColor(inks.text)
  pdf.text(unit === '' ? title : `${title} (${unit})`, paper.margin, pdf.y, { width: textWidth })
  const first = ticks[0]?.value
  const last = ticks.at(-1)?.value
  pdf.moveDown(0.4)
  if (first === undefined || last === undefined || points.length === 0) return
  const box = { left: paper.margin + axisRoom, top: pdf.y, width: textWidth - axisRoom }
  const bottom = box.top + height
  const yOf = (value: number) => bottom - ((value - first) / (last - first)) * height
  pdf.font('regular').fontSize(size)
  for (const { value, text } of ticks) {
    const y = yOf(value)
    pdf
      .moveTo(box.left, y)
      .lineTo(box.left + box.width, y)
      .lineWidth(0.4)
      .strokeColor(inks.line)
      .stroke()
    pdf.fillColor(inks.dim)
    pdf.text(text, paper.margin, y - 5, { width: axisRoom - 6, align: 'right', lineBreak: false })
  }
  const slot = box.width / points.length
  const centre = (index: number) => box.left + slot * (index + 0.5)
  if (chart.chart === 'line') drawLines(pdf, series, centre, yOf)
  else drawBars(pdf, series, chart.chart === 'stacked', { slot, centre, yOf })

  const every = Math.ceil(points.length / mostLabels)
  pdf.font('regular').fontSize(size).fillColor(inks.dim)
  points.forEach((label, index) => {
    if (index % every !== 0) return
    const room = slot * every
    pdf.text(label, centre(index) - room / 2, bottom + 4, {
      width: room,
      height: size + 3,
      align: 'center',
      ellipsis: true,
    })
  })
  pdf.text(x, box.left, bottom + 16, { width: box.width, align: 'center', lineBreak: false })
  let left = box.left
  const legendTop = bottom + 30
  series.forEach(({ name }, index) => {
    pdf.rect(left, legendTop + 1, 8, 8).fill(shadeOf(index))
    pdf.fillColor(inks.text).text(name, left + 12, legendTop - 1, { lineBreak: false })
    left += 24 + pdf.widthOfString(name)
  })
  pdf.x = paper.margin
  pdf.y = legendTop + 20
}

function shadeOf(index: number): string {
  return shades[index % shades.length] as string
}

function drawLines(
  pdf: PDFKit.PDFDocument,
  series: PrintedChart['series'],
  centre: (index: number) => number,
  yOf: (value: number) => number,
): void {
  series.forEach(({ values }, shade) => {
    let isDrawing = false
    pdf.lineWidth(1.5).strokeColor(shadeOf(shade))
    values.forEach((value, index) => {
      if (value === null) {
        isDrawing = false
        return
      }
      if (isDrawing) pdf.lineTo(centre(index), yOf(value))
      else pdf.moveTo(centre(index), yOf(value))
      isDrawing = true
    })
    pdf.stroke()
  })
}

interface Slots {
  readonly slot: number
  readonly centre: (index: number) => number
  readonly yOf: (value: number) => number
}

function drawBars(
  pdf: PDFKit.PDFDocument,
  series: PrintedChart['series'],
  isStacked: boolean,
  { slot, centre, yOf }: Slots,
): void {
  const width = (slot * 0.8) / (isStacked ? 1 : series.length)
  const points = Math.max(0, ...series.map(({ values }) => values.length))
  for (let index = 0; index < points; index++) {
    let above = 0
    let below = 0
    series.forEach(({ values }, shade) => {
      const value = values[index] ?? 0
      const from = isStacked ? (value > 0 ? above : below) : 0
      const left = centre(index) - slot * 0.4 + (isStacked ? 0 : shade * width)
      const [high, low] = [yOf(Math.max(from, from + value)), yOf(Math.min(from, from + value))]
      pdf.rect(left, high, width, low - high).fill(shadeOf(shade))
      if (value > 0) above += value
      else below += value
    })
  }
}
