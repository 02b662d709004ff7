import { savedValue } from '../3-bind/ports/saved-cells.ts'
import {
  type MarkedInterface,
  type MarkedPlace,
  type MarkedPort,
  markText,
  placeOfMark,
} from '../3-bind/ports/marked-ports.ts'
import type { Range } from '../model/address.ts'
import type { Workbook } from '../model/workbook.ts'
import { type CellLabel, labelText } from './labels.ts'

/** How a marked cell is found again after rows or columns were inserted: by its label. */
interface MarkAnchor {
  readonly label: string
  /** Row and column offset from the label to the marked cell. */
  readonly down: number
  readonly right: number
  /** The label is number `nth` among `of` cells with the same text on its sheet, in reading order. */
  readonly nth: number
  readonly of: number
}

/** A mark with its anchor for finding it in the next version of the workbook. */
interface AnchoredPort extends MarkedPort {
  readonly anchor?: MarkAnchor | undefined
  readonly holdsFormula?: boolean | undefined
  /** The row below the block was blank, so the block ends with its rows. */
  readonly endsAtBlank?: boolean | undefined
}

export interface AnchoredInterface {
  readonly inputs: readonly AnchoredPort[]
  readonly outputs: readonly AnchoredPort[]
}

export interface CarriedInterface {
  readonly marked: AnchoredInterface
  readonly moved: readonly { readonly name: string; readonly from: string; readonly to: string }[]
  readonly lost: readonly {
    readonly kind: 'inputs' | 'outputs'
    readonly name: string
    readonly cell: string
    readonly label: string | undefined
  }[]
}

/** Marks with their anchors in the workbook they were made on. */
export function anchorMarks(workbook: Workbook, { inputs, outputs }: MarkedInterface): AnchoredInterface {
  const indexes = new LabelIndexes(workbook)
  const anchor = (port: MarkedPort) => anchored(workbook, port, indexes)
  return { inputs: inputs.map(anchor), outputs: outputs.map(anchor) }
}

function anchored(workbook: Workbook, port: MarkedPort, indexes: LabelIndexes): AnchoredPort {
  const { name, cell, description, type } = port
  const plain: MarkedPort = {
    name,
    cell,
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
  }
  const place = placeOfMark(workbook, cell)
  if (!place) return plain
  const { sheet, range } = place
  const { top, left, bottom } = range
  const holdsFormula = workbook.sheets[sheet]?.cells.get(top, left)?.kind === 'formula'
  const isBlock = bottom > top
  const own = labelText(savedValue(workbook, sheet, top, left))
  const label = isBlock && own !== undefined ? { text: own, row: top, col: left } : labelBeside(workbook, place)
  const found = label && indexes.of(sheet).get(keyOfLabel(label.text))
  const nth = found?.findIndex(({ row, col }) => row === label?.row && col === label.col) ?? -1
  return {
    ...plain,
    holdsFormula,
    ...(isBlock ? { endsAtBlank: isBlankRow(workbook, sheet, bottom + 1, range) } : {}),
    ...(label && found && nth >= 0
      ? { anchor: { label: label.text, down: top - label.row, right: left - label.col, nth, of: found.length } }
      : {}),
  }
}

/** Most blank cells between a label and its cell. */
const WIDEST_GAP = 3
const TALLEST_GAP = 1

/**
 * The text that labels a cell and moves with it: to the left, else above, with only blanks between. A text farther away
 * labels the row or column too, but rows can be inserted between it and the cell.
 */
function labelBeside(workbook: Workbook, { sheet, range }: MarkedPlace): CellLabel | undefined {
  const { top, left } = range
  const find = (most: number, at: (distance: number) => { readonly row: number; readonly col: number }) => {
    for (let distance = 1; distance <= most + 1; distance++) {
      const { row, col } = at(distance)
      const value = row < 0 || col < 0 ? null : savedValue(workbook, sheet, row, col)
      const text = labelText(value)
      if (text !== undefined) return { text, row, col }
      if (value !== null && value !== '') return undefined
    }
    return undefined
  }
  return (
    find(WIDEST_GAP, (distance) => ({ row: top, col: left - distance })) ??
    find(TALLEST_GAP, (distance) => ({ row: top - distance, col: left }))
  )
}

/** The marks of an earlier version on a later workbook: each moved with its label, or lost if its place is unclear. */
export function carryOver(workbook: Workbook, earlier: AnchoredInterface): CarriedInterface {
  const indexes = new LabelIndexes(workbook)
  const shifts = shiftsOfLabels(workbook, earlier, indexes)
  const moved: CarriedInterface['moved'][number][] = []
  const lost: CarriedInterface['lost'][number][] = []
  const carry = (kind: 'inputs' | 'outputs') =>
    earlier[kind].flatMap((port): MarkedPort[] => {
      const cell = newCell(workbook, port, indexes, shifts)
      if (cell === undefined) {
        lost.push({ kind, name: port.name, cell: port.cell, label: port.anchor?.label })
        return []
      }
      if (cell !== port.cell) moved.push({ name: port.name, from: port.cell, to: cell })
      return [{ ...port, cell }]
    })
  const marked = { inputs: carry('inputs'), outputs: carry('outputs') }
  return { marked: anchorMarks(workbook, marked), moved, lost }
}

function newCell(
  workbook: Workbook,
  port: AnchoredPort,
  indexes: LabelIndexes,
  shifts: readonly Shift[],
): string | undefined {
  const place = placeOfMark(workbook, port.cell)
  if (!place) return undefined
  const shift = port.anchor ? shiftOfAnchor(port, place, indexes) : shiftOfNeighbours(place, shifts)
  if (!shift) return undefined
  const { sheet } = place
  let range: Range = {
    top: place.range.top + shift.down,
    bottom: place.range.bottom + shift.down,
    left: place.range.left + shift.right,
    right: place.range.right + shift.right,
  }
  if (range.top < 0 || range.left < 0) return undefined
  if (port.endsAtBlank) range = { ...range, bottom: lastFilledRow(workbook, sheet, range) }
  const cell = workbook.sheets[sheet]?.cells.get(range.top, range.left)
  // A result that is a constant now is no longer the result.
  if (port.holdsFormula && range.top === range.bottom && cell?.kind !== 'formula') return undefined
  return markText(workbook, { sheet, range })
}

interface Shift {
  readonly sheet: number
  readonly row: number
  readonly down: number
  readonly right: number
}

function shiftOfAnchor(
  port: AnchoredPort,
  { sheet, range }: { readonly sheet: number; readonly range: Range },
  indexes: LabelIndexes,
): { readonly down: number; readonly right: number } | undefined {
  const { anchor } = port
  if (!anchor) return undefined
  const found = indexes.of(sheet).get(keyOfLabel(anchor.label)) ?? []
  // If the number of such labels is unchanged, the nth is still meant; otherwise it is ambiguous.
  const label = found.length === anchor.of ? found[anchor.nth] : undefined
  if (!label) return undefined
  return { down: label.row + anchor.down - range.top, right: label.col + anchor.right - range.left }
}

function shiftsOfLabels(workbook: Workbook, { inputs, outputs }: AnchoredInterface, indexes: LabelIndexes): Shift[] {
  return [...inputs, ...outputs].flatMap((port) => {
    const place = placeOfMark(workbook, port.cell)
    const shift = place && shiftOfAnchor(port, place, indexes)
    return place && shift ? [{ sheet: place.sheet, row: place.range.top, ...shift }] : []
  })
}

/** A cell without a label moves like the marks around it, if those above and below agree. */
function shiftOfNeighbours(
  { sheet, range }: { readonly sheet: number; readonly range: Range },
  shifts: readonly Shift[],
): { readonly down: number; readonly right: number } | undefined {
  const near = shifts.filter((shift) => shift.sheet === sheet)
  const above = near.filter(({ row }) => row <= range.top).toSorted((a, b) => b.row - a.row)[0]
  const below = near.filter(({ row }) => row >= range.top).toSorted((a, b) => a.row - b.row)[0]
  const [one, other] = [above ?? below, below ?? above]
  if (!one || !other) return { down: 0, right: 0 }
  return one.down === other.down && one.right === other.right ? one : undefined
}

function lastFilledRow(workbook: Workbook, sheet: number, range: Range): number {
  const used = workbook.sheets[sheet]?.used?.bottom ?? range.bottom
  let row = range.top + 1
  while (row < used && !isBlankRow(workbook, sheet, row + 1, range)) row++
  return row
}

function isBlankRow(workbook: Workbook, sheet: number, row: number, { left, right }: Range): boolean {
  for (let col = left; col <= right; col++) if (savedValue(workbook, sheet, row, col) !== null) return false
  return true
}

function keyOfLabel(text: string): string {
  return text.toLowerCase()
}

type Labels = ReadonlyMap<string, readonly { readonly row: number; readonly col: number }[]>

/** Every text of a sheet with its cells in reading order. */
class LabelIndexes {
  private readonly workbook: Workbook
  private readonly sheets = new Map<number, Labels>()

  constructor(workbook: Workbook) {
    this.workbook = workbook
  }

  of(sheet: number): Labels {
    let labels = this.sheets.get(sheet)
    if (!labels) this.sheets.set(sheet, (labels = this.collect(sheet)))
    return labels
  }

  private collect(sheet: number): Labels {
    const labels = new Map<string, { row: number; col: number }[]>()
    this.workbook.sheets[sheet]?.cells.forEach((row, col, cell) => {
      const text = labelText(cell.kind === 'constant' ? cell.value : (cell.saved ?? null))
      if (text === undefined) return
      const key = keyOfLabel(text)
      const list = labels.get(key)
      if (list) list.push({ row, col })
      else labels.set(key, [{ row, col }])
    })
    for (const list of labels.values()) list.sort((a, b) => a.row - b.row || a.col - b.col)
    return labels
  }
}
