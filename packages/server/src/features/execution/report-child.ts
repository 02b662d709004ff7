import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import type { FillRequest } from './fill-request.ts'
import { type CalculatedWorkbook, computeAndFill } from './compute-and-fill.ts'
import { renderReport, UnreadablePicture } from './report/render-report.ts'

/** Runs in a child process: like `fill-child.ts`, but makes a report of the workbook. */
serveParent<FillRequest>((request) => computeAndFill(request, reportOf))

async function reportOf(
  { workbook, ports, calculator, locale, images: uris }: CalculatedWorkbook,
  name: string,
): Promise<Buffer | 'unreadable picture' | undefined> {
  const report = ports.reports.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (report === undefined) return undefined
  const { sheet, range } = report.place
  const given = new Map(Object.entries(uris).map(([image, uri]) => [image.toLowerCase(), uri]))
  const images = new Map<string, Buffer>()
  for (const { name: image, place } of ports.images) {
    const uri = given.get(image.toLowerCase())
    if (uri === undefined || place.sheet !== sheet) continue
    images.set(`${place.range.top}/${place.range.left}`, Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
  }
  const value = (row: number, col: number) => calculator.value({ sheet, row, col })
  try {
    return await renderReport({ workbook, sheet, range, locale, value, images })
  } catch (error) {
    if (error instanceof UnreadablePicture) return 'unreadable picture'
    throw error
  }
}
