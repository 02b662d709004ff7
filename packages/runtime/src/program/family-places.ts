import type { Scalar } from '../values.ts'

/** Computes the cell of a family at a row and column, exactly. */
export type CellFunction = (row: number, col: number) => Scalar

type Place = readonly [sheet: number, row: number, col: number, count: number, across: number]

/** Finds the function that computes a cell. The index is built on first use, since most runs never need it. */
export class FamilyPlaces {
  compute: readonly CellFunction[] = []
  private readonly places: readonly Place[]
  private columns: Map<number, { top: number; bottom: number; family: number }[]> | undefined

  constructor(places: readonly Place[]) {
    this.places = places
  }

  at(sheet: number, row: number, col: number): CellFunction | undefined {
    this.columns ??= this.indexed()
    const found = this.columns.get(sheet * 16_384 + col)?.find(({ top, bottom }) => row >= top && row <= bottom)
    return found && this.compute[found.family]
  }

  private indexed(): NonNullable<FamilyPlaces['columns']> {
    const columns: NonNullable<FamilyPlaces['columns']> = new Map()
    this.places.forEach(([sheet, row, col, count, across], family) => {
      const last = across === 1 ? col + count - 1 : col
      for (let c = col; c <= last; c++) {
        const key = sheet * 16_384 + c
        const entry = { top: row, bottom: across === 1 ? row : row + count - 1, family }
        const entries = columns.get(key)
        if (entries) entries.push(entry)
        else columns.set(key, [entry])
      }
    })
    return columns
  }
}
