import { roundDecimal } from '../numeric/decimal.ts'
import { parseFormat, type Section } from './parse.ts'

/** A number rounded to the digits its format shows, as workbooks with "precision as displayed" store it. */
export function roundAsDisplayed(value: number, code: string): number {
  const section = sectionFor(value, parseFormat(code)?.sections ?? [])
  if (section?.kind !== 'number') return value
  const { pieces } = section
  const point = pieces.findIndex((piece) => piece.kind === 'point')
  const exponent = pieces.findIndex((piece) => piece.kind === 'exponent')
  const end = exponent < 0 ? pieces.length : exponent
  const decimals = point < 0 ? 0 : pieces.slice(point, end).filter((piece) => piece.kind === 'digit').length
  if (exponent >= 0) return Number(value.toExponential(decimals))
  const lastDigit = pieces.findLastIndex((piece) => piece.kind === 'digit')
  if (lastDigit < 0) return value
  const percents = pieces.filter((piece) => piece.kind === 'percent').length
  const scaling = pieces.slice(lastDigit + 1).filter((piece) => piece.kind === 'comma').length
  return roundDecimal(value, decimals + 2 * percents - 3 * scaling, 'nearest')
}

function sectionFor(value: number, sections: readonly Section[]): Section | undefined {
  if (value < 0 && sections.length > 1) return sections[1]
  return value === 0 && sections.length > 2 ? sections[2] : sections[0]
}
