import type { BlockPort, CellPlace, Port, PortPlace, Solve } from './ports.ts'

/** The first cell of a place. */
export function firstCell({ sheet, range }: PortPlace): CellPlace {
  return { sheet, row: range.top, col: range.left }
}

/** The value cells of a port. */
export function cellsOf(port: Port): CellPlace[] {
  const { sheet, range } = port.place
  if (port.shape === 'cell') return [firstCell(port.place)]
  const cells: CellPlace[] = []
  for (let row = range.top + 1; row <= range.bottom; row++) {
    for (let col = range.left; col <= range.right; col++) cells.push({ sheet, row, col })
  }
  return cells
}

/** Number of cells in a row of a block. */
export function widthOf({ place: { range } }: BlockPort): number {
  return range.right - range.left + 1
}

/** Every cell that a solve reads. */
export function cellsOfSolve(solve: Solve): CellPlace[] {
  const { runIf, targetValue, initialGuess, lowerBound, upperBound, target, changing } = solve
  const places = [runIf, targetValue, initialGuess, lowerBound, upperBound].flatMap((place) => (place ? [place] : []))
  return [...places.map(firstCell), target, changing]
}
