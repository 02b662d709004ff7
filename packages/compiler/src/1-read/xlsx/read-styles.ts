import { type Alignment, type Border, type Borders, type CellStyle, type Font, plainStyle } from '../../model/style.ts'
import { rotationDegrees } from '../style-codes.ts'
import { type ColorContext, type ColorSpec, defaultPalette, hexColor, resolveColor } from '../colors.ts'
import type { ReadLimits } from '../limits.ts'
import { numberFormatCode } from '../number-formats.ts'
import { ReadFailure } from '../read-failure.ts'
import { child, childrenOf, flag, numeric, unescapeText, whole, type XmlElement } from '../xml.ts'

/** The cell styles of a styles part, in the order of their indexes. */
export function readStyles(root: XmlElement, theme: readonly string[], limits: ReadLimits): readonly CellStyle[] {
  const colors: ColorContext = { palette: readPalette(root), theme }
  const formats = readFormats(root)
  const fonts = childrenOf(child(root, 'fonts'), 'font').map((font) => readFont(font, colors))
  const fills = childrenOf(child(root, 'fills'), 'fill').map((fill) => readFill(fill, colors))
  const borders = childrenOf(child(root, 'borders'), 'border').map((border) => readBorders(border, colors))
  const styles = childrenOf(child(root, 'cellXfs'), 'xf')
  if (styles.length > limits.styles) throw new ReadFailure('TOO_MUCH', { what: 'cell styles', limit: limits.styles })
  return styles.map((xf) => ({
    numberFormat: numberFormatCode(whole(xf.attributes.numFmtId) ?? 0, formats),
    font: fonts[whole(xf.attributes.fontId) ?? 0] ?? plainStyle.font,
    fill: fills[whole(xf.attributes.fillId) ?? 0],
    borders: borders[whole(xf.attributes.borderId) ?? 0] ?? plainStyle.borders,
    alignment: readAlignment(child(xf, 'alignment')),
    quotePrefix: flag(xf.attributes.quotePrefix),
    locked: flag(child(xf, 'protection')?.attributes.locked, true),
  }))
}

function readPalette(root: XmlElement): readonly string[] {
  const own = childrenOf(child(child(root, 'colors'), 'indexedColors'), 'rgbColor')
  return defaultPalette.map((color, index) => hexColor(own[index]?.attributes.rgb ?? '') ?? color)
}

function readFormats(root: XmlElement): ReadonlyMap<number, string> {
  const formats = new Map<number, string>()
  for (const { attributes } of childrenOf(child(root, 'numFmts'), 'numFmt')) {
    const id = whole(attributes.numFmtId)
    if (id !== undefined && attributes.formatCode !== undefined) formats.set(id, unescapeText(attributes.formatCode))
  }
  return formats
}

function readFont(font: XmlElement, colors: ColorContext): Font {
  return {
    name: child(font, 'name')?.attributes.val,
    size: numeric(child(font, 'sz')?.attributes.val),
    bold: isOn(child(font, 'b')),
    italic: isOn(child(font, 'i')),
    underline: isUnderlined(child(font, 'u')),
    strike: isOn(child(font, 'strike')),
    color: resolveColor(colorSpec(child(font, 'color')), colors),
  }
}

/** `<b/>` without a value means true. */
function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && flag(element.attributes.val, true)
}

function isUnderlined(element: XmlElement | undefined): boolean {
  return element !== undefined && element.attributes.val !== 'none'
}

function readFill(fill: XmlElement, colors: ColorContext): string | undefined {
  const pattern = child(fill, 'patternFill')
  if (pattern) {
    const kind = pattern.attributes.patternType ?? 'none'
    if (kind === 'none') return undefined
    const solid = resolveColor(colorSpec(child(pattern, 'fgColor')), colors)
    return kind === 'solid' ? solid : (resolveColor(colorSpec(child(pattern, 'bgColor')), colors) ?? solid)
  }
  const stop = child(child(fill, 'gradientFill'), 'stop')
  return resolveColor(colorSpec(child(stop, 'color')), colors)
}

function readBorders(border: XmlElement, colors: ColorContext): Borders {
  const side = (...names: string[]): Border | undefined => {
    const element = names.map((name) => child(border, name)).find((found) => found !== undefined)
    const style = element?.attributes.style ?? 'none'
    return style === 'none' ? undefined : { style, color: resolveColor(colorSpec(child(element, 'color')), colors) }
  }
  return { left: side('left', 'start'), right: side('right', 'end'), top: side('top'), bottom: side('bottom') }
}

function readAlignment(element: XmlElement | undefined): Alignment {
  if (!element) return plainStyle.alignment
  const { horizontal, vertical, wrapText, indent, textRotation } = element.attributes
  return {
    horizontal: horizontal === 'general' ? undefined : horizontal,
    vertical: vertical === 'bottom' ? undefined : vertical,
    wrap: flag(wrapText),
    indent: numeric(indent) ?? 0,
    rotation: rotationDegrees(numeric(textRotation) ?? 0),
  }
}

function colorSpec(element: XmlElement | undefined): ColorSpec | undefined {
  if (!element) return undefined
  const { rgb, indexed, theme, tint } = element.attributes
  return { rgb, indexed: whole(indexed), theme: whole(theme), tint: numeric(tint) }
}
