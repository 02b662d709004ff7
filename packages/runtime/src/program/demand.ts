import type { CellPlace } from '../engine/ports.ts'
import type { Scalar } from '../values.ts'
import { BeyondProgram } from './beyond-program.ts'
import type { CellInHand } from './cell-in-hand.ts'

const UNTOUCHED = 0
const READY = 1
const COMPUTING = 2
/** Suspended until a cell it needs, deep down a chain, is computed. */
const WAITING = 3

/** Nesting depth on the JavaScript stack at which the current cell is suspended. */
const MAX_DEPTH = 100

/** Cells in a line: sheet, row, column, count, and 1 if they lie across. */
const PLACE_NUMBERS = 5

/** Thrown up to the root when the stack is deep: compute this cell first, then retry. */
class Suspended {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

interface DemandFamily {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly isAcross: boolean
  readonly first: number
  readonly count: number
  /** Computes and stores the cell in a line: its row, or its column if the family lies across. */
  readonly compute: (line: number) => void
}

/** What cells computed on demand read from. */
interface DemandSpace {
  demand: { ensure(sheet: number, row: number, col: number): Scalar | undefined } | undefined
}

/**
 * Cells whose order is known only at run time, because a formula decides what it reads or a condition decides: each is
 * computed when first read, as in the reference evaluator.
 */
export class Demand {
  private readonly families: readonly DemandFamily[]
  private readonly byColumn = new Map<number, DemandFamily[]>()
  private readonly state: Uint8Array
  private readonly space: DemandSpace
  private readonly cell: CellInHand
  private readonly circular: (place: CellPlace) => Scalar
  private depth = 0

  constructor(
    places: Int32Array,
    computes: readonly ((line: number) => void)[],
    space: DemandSpace,
    cell: CellInHand,
    circular: (place: CellPlace) => Scalar,
  ) {
    this.space = space
    this.cell = cell
    this.circular = circular
    let first = 0
    this.families = computes.map((compute, i) => {
      const [sheet = 0, row = 0, col = 0, count = 1, across = 0] = places.subarray(i * PLACE_NUMBERS)
      const family = { sheet, row, col, count, isAcross: across === 1, first, compute }
      first += count
      return family
    })
    this.state = new Uint8Array(first)
    for (const family of this.families) this.index(family)
    for (const list of this.byColumn.values()) list.sort((a, b) => a.row - b.row)
  }

  private index(family: DemandFamily): void {
    const { sheet, col, count, isAcross } = family
    for (let c = col; c <= (isAcross ? col + count - 1 : col); c++) {
      const list = this.byColumn.get(sheet * 16_384 + c)
      if (list) list.push(family)
      else this.byColumn.set(sheet * 16_384 + c, [family])
    }
  }

  /** Computes every cell. */
  run(): void {
    this.state.fill(UNTOUCHED)
    this.depth = 0
    this.space.demand = this
    try {
      for (let id = 0; id < this.state.length; id++) if (this.state[id] !== READY) this.root(id)
    } catch (reason) {
      if (reason instanceof RangeError && /call stack/i.test(reason.message)) {
        throw new BeyondProgram('The formulas are nested deeper than the stack allows.')
      }
      throw reason
    } finally {
      this.space.demand = undefined
    }
  }

  /** Computes a cell and everything it needs. If the stack is deep, needed cells go onto an explicit list. */
  private root(id: number): void {
    const waiting = [id]
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      if (this.state[next] === READY) {
        waiting.pop()
        continue
      }
      try {
        this.depth = 0
        this.compute(next)
        waiting.pop()
      } catch (reason) {
        if (!(reason instanceof Suspended)) throw reason
        this.state[next] = WAITING
        waiting.push(reason.id)
      }
    }
  }

  private compute(id: number): void {
    const { state, cell } = this
    const family = this.familyOf(id)
    const before = cell.saved()
    state[id] = COMPUTING
    this.depth++
    try {
      family.compute((family.isAcross ? family.col : family.row) + id - family.first)
      state[id] = READY
    } finally {
      this.depth--
      if (state[id] !== READY) state[id] = UNTOUCHED
      cell.restore(before)
    }
  }

  private familyOf(id: number): DemandFamily {
    let low = 0
    let high = this.families.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.families[middle] as DemandFamily).first <= id) low = middle
      else high = middle - 1
    }
    return this.families[low] as DemandFamily
  }

  /** Ensures that a cell is computed. Returns a value only if there will be none: the cell depends on itself. */
  ensure(sheet: number, row: number, col: number): Scalar | undefined {
    const id = this.find(sheet, row, col)
    if (id < 0 || this.state[id] === READY) return undefined
    if (this.state[id] !== UNTOUCHED) return this.circular({ sheet, row, col })
    if (this.depth > MAX_DEPTH) throw new Suspended(id)
    this.compute(id)
    return undefined
  }

  private find(sheet: number, row: number, col: number): number {
    const families = this.byColumn.get(sheet * 16_384 + col)
    if (!families) return -1
    let low = 0
    let high = families.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((families[middle] as DemandFamily).row <= row) low = middle
      else high = middle - 1
    }
    const family = families[low] as DemandFamily
    const index = family.isAcross ? (family.row === row ? col - family.col : -1) : row - family.row
    return index >= 0 && index < family.count ? family.first + index : -1
  }
}
