import { type AttributeCheck, type HtmlPolicy, sanitiseHtml } from '../../platform/html/sanitise-html.ts'

const plain = {} as const

const number: AttributeCheck = (value) => (/^\d{1,4}$/.test(value.trim()) ? value.trim() : undefined)

/** Pictures embedded in the document; a preview fetches nothing. */
const embeddedPicture: AttributeCheck = (value) =>
  /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=\s]*$/.test(value.trim()) ? value.trim() : undefined

const text: AttributeCheck = (value) => value

const cell = { colspan: number, rowspan: number, scope: text } as const

const structure = [
  'h1 h2 h3 h4 h5 h6 p div span br hr wbr blockquote pre code samp kbd b strong i em u s del ins small sub sup mark',
  'abbr cite q ul li dl dt dd table caption colgroup thead tbody tfoot tr figure figcaption section article header',
  'footer main aside nav address details summary ruby rb rt rp a center',
].flatMap((names) => names.split(' '))

/** A preview of an HTML document shows its text and structure. Links lead nowhere. */
const previewPolicy: HtmlPolicy = {
  elements: {
    ...Object.fromEntries(structure.map((name) => [name, plain])),
    ol: { start: number },
    col: { span: number },
    td: cell,
    th: cell,
    img: { src: embeddedPicture, alt: text, width: number, height: number },
  },
}

export function shownHtml(html: string): string {
  return sanitiseHtml(html, previewPolicy, 'document')
}
