import { measures } from '../theme.ts'
import { graphOf } from './gantt-drag.ts'
import { ganttDefaults, ganttRowHeight, type GanttScale, ticksBetween, xOf } from './gantt-scale.ts'
import type { GanttBar } from './gantt-task.ts'
import { arrowPath, arrowsOf } from './GanttArrows.tsx'
import type { MonthLanguage } from './month-names.ts'

export interface PictureOptions {
  readonly bars: readonly GanttBar[]
  readonly scale: GanttScale
  readonly today: number
  readonly language: MonthLanguage
  readonly nameLabel: string
}

/** Safe canvas limits of browsers: pixels per side, and in total. */
const longestSide = 16_000
const mostPixels = 60_000_000

/** The scale at which a picture fits the limits. */
function pictureScale(width: number, height: number): number {
  return Math.min(1, longestSide / width, longestSide / height, Math.sqrt(mostPixels / (width * height)))
}

/** The whole chart as a PNG, in the colours and the font of the page. */
export function ganttPicture(options: PictureOptions): Promise<Blob> {
  const { bars, scale } = options
  const width = measures.ganttLabelWidth + xOf(scale, scale.to)
  const height = ganttDefaults.headerHeight + Math.max(1, bars.length) * ganttRowHeight
  const factor = pictureScale(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * factor)
  canvas.height = Math.ceil(height * factor)
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('The browser gives no canvas to draw on')
  drawing.scale(factor, factor)
  draw(drawing, options, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large')) : resolve(blob)),
      'image/png',
    )
  })
}

function draw(drawing: CanvasRenderingContext2D, options: PictureOptions, width: number, height: number): void {
  const { bars, scale, today, language } = options
  const { headerHeight, barHeight, padding } = ganttDefaults
  const style = getComputedStyle(document.body)
  const colour = (name: string) => style.getPropertyValue(`--sw-${name}`)
  const size = Number.parseFloat(style.fontSize)
  const font = (weight: number) => `${weight} ${size}px ${style.fontFamily}`
  const labels = measures.ganttLabelWidth
  const box = (x: number, y: number, w: number, h: number, fill: string) => {
    drawing.fillStyle = fill
    drawing.fillRect(x, y, w, h)
  }
  const write = (text: string, x: number, y: number, room: number, weight = 400) => {
    drawing.font = font(weight)
    drawing.fillStyle = colour('text')
    drawing.fillText(shortened(drawing, text, room), x, y)
  }
  drawing.textBaseline = 'middle'
  box(0, 0, width, height, colour('surface'))
  box(0, 0, width, headerHeight, colour('sunken'))
  write(options.nameLabel, padding / 2, (headerHeight * 3) / 4, labels - padding, 600)
  for (const line of ['upper', 'lower'] as const) {
    const y = headerHeight * (line === 'upper' ? 0.25 : 0.75)
    for (const tick of ticksBetween(scale, line, [0, width], language)) {
      write(tick.label, labels + tick.x + padding / 2, y, tick.width - padding / 2, line === 'upper' ? 600 : 400)
      if (line === 'lower') box(labels + tick.x, headerHeight / 2, 1, height, colour('border'))
    }
  }
  drawing.strokeStyle = colour('text-dim')
  drawing.save()
  drawing.translate(labels, headerHeight)
  for (const { from, to } of arrowsOf(bars, graphOf(bars))) {
    drawing.stroke(new Path2D(arrowPath(xOf(scale, from.start), from.row, xOf(scale, to.start), to.row)))
  }
  drawing.restore()
  for (const { task, row, start, end, progress, invalid } of bars) {
    const top = headerHeight + row * ganttRowHeight
    const [x, y] = [labels + xOf(scale, start), top + padding / 2]
    const length = xOf(scale, end) - xOf(scale, start)
    write(task.name, padding / 2, top + ganttRowHeight / 2, labels - padding)
    box(0, top + ganttRowHeight - 1, width, 1, colour('border'))
    box(x, y, length, barHeight, colour(invalid ? 'sunken' : 'accent-soft'))
    if (!invalid) {
      drawing.globalAlpha = 0.35
      box(x, y, (length * progress) / 100, barHeight, colour('accent'))
      drawing.globalAlpha = 1
      write(`${progress}%`, x + padding / 2, y + barHeight / 2, length - padding / 2)
    }
    drawing.strokeStyle = colour(invalid ? 'border-strong' : 'accent')
    drawing.strokeRect(x + 0.5, y + 0.5, length, barHeight)
  }
  box(labels + xOf(scale, today), headerHeight, 2, height, colour('fail'))
  box(labels, 0, 1, height, colour('border-strong'))
}

function shortened(drawing: CanvasRenderingContext2D, text: string, room: number): string {
  if (drawing.measureText(text).width <= room) return text
  let kept = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  while (kept.length > 0 && drawing.measureText(`${kept.join('')}…`).width > room) kept = kept.slice(0, -1)
  return kept.length === 0 ? '' : `${kept.join('')}…`
}
