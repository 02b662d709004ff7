import type { CellStyle } from '../model/style.ts'

/** The usual style of input cells: blue figures, a yellow or orange background, unlocked on a locked sheet. */
export function looksLikeInput({ font, fill }: CellStyle): boolean {
  return isBlue(font.color) || isWarm(fill)
}

/** The usual style of a result: bold, or with a line above. */
export function looksLikeResult({ font, borders }: CellStyle): boolean {
  return font.bold || borders.top?.style === 'double' || borders.bottom?.style === 'double'
}

function isBlue(color: string | undefined): boolean {
  const rgb = channels(color)
  return rgb !== undefined && rgb.blue >= 0x90 && rgb.red <= 0x60 && rgb.green <= 0x80
}

/** Light yellow to orange, as in the style "Input" and most templates. */
function isWarm(color: string | undefined): boolean {
  const rgb = channels(color)
  return rgb !== undefined && rgb.red >= 0xf0 && rgb.green >= 0xb0 && rgb.blue <= 0xd8 && rgb.red - rgb.blue >= 0x20
}

function channels(color: string | undefined): { red: number; green: number; blue: number } | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? '')
  if (!match?.[1] || !match[2] || !match[3]) return undefined
  const [red, green, blue] = [match[1], match[2], match[3]].map((part) => Number.parseInt(part, 16))
  return red === undefined || green === undefined || blue === undefined ? undefined : { red, green, blue }
}
