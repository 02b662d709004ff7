import type { CellPlace } from './ports.ts'

/** A cell in user notation: `Sheet1!B2`. */
export function cellLabel(sheetNames: readonly string[], { sheet, row, col }: CellPlace): string {
  return `${sheetNames[sheet] ?? ''}!${columnName(col)}${row + 1}`
}

function columnName(col: number): string {
  const letter = String.fromCharCode(65 + (col % 26))
  return col < 26 ? letter : columnName(Math.floor(col / 26) - 1) + letter
}
