/** Twice as many pixels as on the page, so that print is sharp. */
const scale = 2
const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'text-anchor',
]

/** A chart as a PNG, in the colours of the page. */
export async function chartPicture(figure: HTMLElement): Promise<Blob> {
  const svg = figure.querySelector<SVGSVGElement>('.recharts-wrapper > svg')
  if (svg === null) throw new Error('The chart is not drawn yet')
  const { left, top, width, height } = svg.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw pictures')
  context.fillStyle = getComputedStyle(figure).getPropertyValue('--sw-surface') || 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.drawImage(await imageOf(svg), 0, 0, width, height)
  for (const item of figure.querySelectorAll('.recharts-legend-wrapper li')) {
    const [sample, name] = [item.querySelector('svg'), item.querySelector('span')]
    if (sample === null || name === null) continue
    const place = sample.getBoundingClientRect()
    context.drawImage(await imageOf(sample), place.left - left, place.top - top, place.width, place.height)
    writeText(context, name, left, top)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large')) : resolve(blob)),
      'image/png',
    )
  })
}

async function imageOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const { width, height } = svg.getBoundingClientRect()
  const source = new XMLSerializer().serializeToString(withStyles(svg, width, height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await image.decode()
  return image
}

function writeText(context: CanvasRenderingContext2D, element: HTMLElement, left: number, top: number): void {
  const place = element.getBoundingClientRect()
  const { color, font } = getComputedStyle(element)
  context.fillStyle = color
  context.font = font
  context.textBaseline = 'middle'
  context.fillText(element.textContent, place.left - left, place.top - top + place.height / 2)
}

/** Inlines the styles of each element, because a picture has no style sheets. */
function withStyles(svg: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')]
  originals.forEach((original, index) => {
    const style = getComputedStyle(original)
    for (const name of drawn) copies[index]?.style.setProperty(name, style.getPropertyValue(name))
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return copy
}
