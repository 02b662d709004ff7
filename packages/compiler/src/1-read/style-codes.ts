/** Codes that .xls and .xlsb share for borders and alignment, under the names that .xlsx uses. */
const borderStyles = [
  undefined,
  'thin',
  'medium',
  'dashed',
  'dotted',
  'thick',
  'double',
  'hair',
  'mediumDashed',
  'dashDot',
  'mediumDashDot',
  'dashDotDot',
  'mediumDashDotDot',
  'slantDashDot',
] as const

const horizontals = [
  undefined,
  'left',
  'center',
  'right',
  'fill',
  'justify',
  'centerContinuous',
  'distributed',
] as const
const verticals = ['top', 'center', undefined, 'justify', 'distributed'] as const

export function borderStyle(code: number): string | undefined {
  return borderStyles[code]
}

export function horizontalAlignment(code: number): string | undefined {
  return horizontals[code]
}

export function verticalAlignment(code: number): string | undefined {
  return verticals[code]
}

/** Files store 1 to 90 degrees clockwise as 91 to 180. */
export function rotationDegrees(stored: number): number {
  return stored > 90 && stored <= 180 ? 90 - stored : stored
}
