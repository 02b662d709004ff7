import { ExcelError, type Scalar } from '../values.ts'
import { BeyondProgram } from './beyond-program.ts'
import type { CellSpace } from './cell-space.ts'
import { isWithin } from './exact-machine.ts'
import type { Doubt } from './fast-values.ts'
import type { TextReferences } from './text-references.ts'

interface Place {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

/** Most texts cached with the cell they mean; further ones are resolved each time. */
const MOST_TEXTS = 50_000

/**
 * Single cells that a formula names only at run time. Anything except one cell inside the areas that the order of
 * computation assumes raises a doubt, which the exact way resolves.
 */
export class FarCells {
  private readonly space: CellSpace
  private readonly texts: TextReferences
  private readonly doubt: Doubt
  /** Per sheet of the formula: the meaning of each text there. */
  private readonly known = new Map<number, Map<string, Place | null>>()

  constructor(space: CellSpace, texts: TextReferences, doubt: Doubt) {
    this.space = space
    this.texts = texts
    this.doubt = doubt
  }

  /** The cell that INDIRECT means with a text in A1 notation. */
  named(text: string, sheet: number, limits: Int32Array): Scalar {
    let known = this.known.get(sheet)
    if (!known) this.known.set(sheet, (known = new Map()))
    let place = known.get(text)
    if (place === undefined) {
      if (known.size >= MOST_TEXTS) known.clear()
      known.set(text, (place = this.placeOf(text, sheet)))
    }
    return place ? this.read(place.sheet, place.row, place.col, limits) : this.doubted()
  }

  /** The cell that OFFSET means, that many rows and columns away from another. */
  moved(sheet: number, row: number, col: number, down: number, across: number, limits: Int32Array): Scalar {
    return this.read(sheet, row + Math.trunc(down), col + Math.trunc(across), limits)
  }

  private read(sheet: number, row: number, col: number, limits: Int32Array): Scalar {
    const isKnown =
      row === row && col === col && isWithin({ sheet, top: row, bottom: row, left: col, right: col }, limits)
    return isKnown ? this.space.read(sheet, row, col) : this.doubted()
  }

  private placeOf(text: string, sheet: number): Place | null {
    try {
      const found = this.texts.resolve(text, 'A1', { sheet, row: 0, col: 0 })
      if (found instanceof ExcelError) return null
      const [area, ...more] = found.areas
      const isOne = area && more.length === 0 && area.top === area.bottom && area.left === area.right
      return isOne ? { sheet: area.sheet, row: area.top, col: area.left } : null
    } catch (reason) {
      if (reason instanceof BeyondProgram) return null
      throw reason
    }
  }

  private doubted(): null {
    this.doubt.raised = true
    return null
  }
}
