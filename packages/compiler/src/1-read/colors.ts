/** A colour as stored, before palette and theme are applied. */
export interface ColorSpec {
  readonly rgb?: string | undefined
  readonly indexed?: number | undefined
  readonly theme?: number | undefined
  /** -1 (black) to 1 (white). */
  readonly tint?: number | undefined
}

/** The palette and theme of one workbook. */
export interface ColorContext {
  readonly palette: readonly string[]
  /** In the order of theme numbers: light 1, dark 1, light 2, dark 2, accents 1 to 6, hyperlink, followed hyperlink. */
  readonly theme: readonly string[]
}

/** Excel's palette: the eight basic colours twice, then 48 more. */
export const defaultPalette: readonly string[] = colorList(`
  000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF
  800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF
  000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99
  3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333`)

/** The Office theme, for files that carry none. */
export const defaultTheme: readonly string[] = colorList(`
  FFFFFF 000000 EEECE1 1F497D 4F81BD C0504D 9BBB59 8064A2 4BACC6 F79646 0000FF 800080`)

function colorList(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((color) => `#${color}`)
}

/** `#RRGGBB`, or undefined for "automatic" and for colours that cannot be resolved. */
export function resolveColor(spec: ColorSpec | undefined, context: ColorContext): string | undefined {
  if (!spec) return undefined
  const color = baseColor(spec, context)
  return color === undefined || !spec.tint ? color : tinted(color, spec.tint)
}

function baseColor(spec: ColorSpec, context: ColorContext): string | undefined {
  if (spec.rgb !== undefined) return hexColor(spec.rgb)
  if (spec.theme !== undefined) return context.theme[spec.theme]
  return spec.indexed === undefined ? undefined : context.palette[spec.indexed]
}

/** Parses `RRGGBB` or `AARRGGBB`; the alpha is meaningless in these files. */
export function hexColor(text: string): string | undefined {
  return /^([0-9A-Fa-f]{2})?[0-9A-Fa-f]{6}$/.test(text) ? `#${text.slice(-6).toUpperCase()}` : undefined
}

/** Moves the lightness of a colour towards black or white. */
function tinted(color: string, tint: number): string {
  const share = Math.min(1, Math.abs(tint))
  const [hue, saturation, lightness] = toHsl(color)
  return fromHsl(hue, saturation, tint < 0 ? lightness * (1 - share) : lightness * (1 - share) + share)
}

function toHsl(color: string): [number, number, number] {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ]
  const high = Math.max(red, green, blue)
  const low = Math.min(red, green, blue)
  const spread = high - low
  const lightness = (high + low) / 2
  if (spread === 0) return [0, 0, lightness]
  const saturation = spread / (lightness > 0.5 ? 2 - high - low : high + low)
  const sextant =
    high === red
      ? ((green - blue) / spread + 6) % 6
      : high === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return [sextant / 6, saturation, lightness]
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const high = lightness < 0.5 ? lightness * (1 + saturation) : lightness + saturation - lightness * saturation
  const low = 2 * lightness - high
  const channels = [hue + 1 / 3, hue, hue - 1 / 3].map((position) => {
    const turn = (position + 1) % 1
    if (turn < 1 / 6) return low + (high - low) * 6 * turn
    if (turn < 1 / 2) return high
    if (turn < 2 / 3) return low + (high - low) * 6 * (2 / 3 - turn)
    return low
  })
  return `#${channels
    .map((value) =>
      Math.floor(value * 255 + 1e-6)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase()}`
}
