/** Text that is markup already. Only `html` and `trusted` make it, so that nothing typed reaches a page unescaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Part[] | false | null | undefined

/** A template whose parts are escaped unless they are markup themselves. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(pieces.map((piece, index) => piece + rendered(parts[index])).join(''))
}

/** For markup that the provider library makes. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function rendered(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(rendered).join('')
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
