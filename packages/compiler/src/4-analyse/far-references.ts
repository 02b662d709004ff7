import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import type { Workbook } from '../model/workbook.ts'
import { namesOf } from './fixed-names.ts'
import type { CellPlace } from './place-index.ts'
import { callsIn } from './precedents.ts'
import type { Knowledge } from './run.ts'

const FAR: ReadonlySet<string> = new Set(['OFFSET', 'INDIRECT'])

/** Calls whose result may refer to cells that no argument names. */
export function farCalls(tree: Bound): BoundCall[] {
  return callsIn(tree, FAR)
}

/**
 * The cells that a far-reaching call may refer to, seen from a cell: as few as its arguments imply. The program
 * restricts the call to them at run time.
 */
export function farAreas(
  bound: BoundWorkbook,
  call: BoundCall,
  home: CellPlace,
  knowledge: Knowledge,
): readonly Area[] | 'everything' {
  return call.definition.name === 'OFFSET'
    ? offsetAreas(bound, call, home)
    : indirectAreas(bound, call, home, (node) => textOf(node) ?? knowledge.text(node, home))
}

function wholeSheet({ grid }: Workbook, sheet: number): Area {
  return { sheet, top: 0, left: 0, bottom: grid.rows - 1, right: grid.cols - 1 }
}

/** Every cell of the workbook. */
export function wholeWorkbook(workbook: Workbook): Area[] {
  return workbook.sheets.flatMap(({ kind }, sheet) => (kind === 'worksheet' ? [wholeSheet(workbook, sheet)] : []))
}

// ---- OFFSET ----

function offsetAreas({ workbook }: BoundWorkbook, { args }: BoundCall, home: CellPlace): Area[] | 'everything' {
  const [base, rows, cols, height, width] = args
  if (!base) return []
  const { areas, open } = staticPrecedents(base, home, workbook.grid)
  if (open) return 'everything'
  return areas.flatMap((area): Area[] => {
    const vertical = side(area.top, area.bottom, rows, height, workbook.grid.rows)
    const horizontal = side(area.left, area.right, cols, width, workbook.grid.cols)
    if (!vertical || !horizontal) return []
    return [{ sheet: area.sheet, top: vertical[0], bottom: vertical[1], left: horizontal[0], right: horizontal[1] }]
  })
}

/** First and last line of a moved side; all lines if the move or the size is not constant. */
function side(
  first: number,
  last: number,
  move: Bound | undefined,
  size: Bound | undefined,
  limit: number,
): readonly [number, number] | undefined {
  const moved = move && constantNumber(move)
  const length = size ? constantNumber(size) : last - first + 1
  if (moved === undefined || length === undefined || length < 1) return [0, limit - 1]
  const start = first + Math.trunc(moved)
  const end = start + Math.trunc(length) - 1
  return start < 0 || end >= limit ? undefined : [start, end]
}

function constantNumber(node: Bound): number | undefined {
  if (node.kind === 'constant' && typeof node.value === 'number') return node.value
  if (node.kind !== 'negate') return undefined
  const operand = constantNumber(node.operand)
  return operand === undefined ? undefined : -operand
}

// ---- INDIRECT ----

/** The prefix of a text: a sheet, and perhaps a column. */
const SHEET_START = /^(?:'((?:[^']|'')+)'|([^'!]+))!/
const COLUMN_START = /^\$?([A-Za-z]{1,3})\$?$/
/** Characters of a name that must be known before all names are searched. */
const FEWEST_KNOWN = 2
/** A cell or range at the end of a text that begins with a sheet name. */
const CELLS_END = /!\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?$/

function indirectAreas(
  bound: BoundWorkbook,
  { args }: BoundCall,
  home: CellPlace,
  textAt: (node: Bound) => string | undefined,
): readonly Area[] | 'everything' {
  const { workbook, directory } = bound
  const parts = (args[0] ? joinedParts(args[0]) : []).map(textAt)
  const unknown = parts.indexOf(undefined)
  const start = parts.slice(0, unknown < 0 ? parts.length : unknown).join('')
  const all = parts.map((part) => part ?? '?').join('')
  const isPlain = args.length === 1
  const named = SHEET_START.exec(start)
  if (named) {
    const sheet = directory.sheet((named[1]?.replaceAll("''", "'") ?? named[2] ?? '').trim())
    if (sheet === undefined) return []
    return isPlain ? columnArea(workbook, sheet, start.slice(named[0].length)) : [wholeSheet(workbook, sheet)]
  }
  if (start !== '' && isPlain && !all.includes('!')) {
    const names = namedAreas(bound, parts, home)
    if (names.length > 0) return names
    if (COLUMN_START.test(start)) return columnArea(workbook, home.sheet, start)
  }
  const end = CELLS_END.exec(all)
  if (end?.[1] !== undefined && isPlain) {
    const [left, right] = [columnOf(end[1]), columnOf(end[3] ?? end[1])]
    const [top, bottom] = [Number(end[2]) - 1, Number(end[4] ?? end[2]) - 1]
    return wholeWorkbook(workbook).map(({ sheet }) => ({
      sheet,
      top: Math.min(top, bottom),
      bottom: Math.max(top, bottom),
      left: Math.min(left, right),
      right: Math.max(left, right),
    }))
  }
  return 'everything'
}

/** The column at the start of a text, or the whole sheet if it starts with anything else. */
function columnArea(workbook: Workbook, sheet: number, start: string): Area[] {
  const column = COLUMN_START.exec(start)
  if (column?.[1] === undefined) return [wholeSheet(workbook, sheet)]
  const col = columnOf(column[1])
  return col < workbook.grid.cols ? [{ ...wholeSheet(workbook, sheet), left: col, right: col }] : []
}

/** The cells of all names that a partly known text could be; none if too little is known. */
function namedAreas(bound: BoundWorkbook, parts: readonly (string | undefined)[], { sheet }: CellPlace): Area[] {
  const known = parts.reduce((length: number, part) => length + (part?.length ?? 0), 0)
  if (known < FEWEST_KNOWN) return []
  const lowerCase = parts.map((part) => part?.toLowerCase())
  return namesOf(bound).flatMap(([name, scope, area]) =>
    area && (scope === -1 || scope === sheet) && consistsOf(name.toLowerCase(), lowerCase) ? [area] : [],
  )
}

/** Does a text have these parts in this order? An unknown part matches any text. */
function consistsOf(text: string, parts: readonly (string | undefined)[]): boolean {
  let at = 0
  let isOpen = false
  for (const [i, part] of parts.entries()) {
    if (part === undefined) isOpen = true
    else {
      const isLast = i === parts.length - 1
      const found = isOpen ? placeOf(text, part, at, isLast) : at
      if (found < at || !text.startsWith(part, found)) return false
      at = found + part.length
      isOpen = false
    }
  }
  return isOpen || at === text.length
}

/** The first position of a part; for the last part, at the end of the text. */
function placeOf(text: string, part: string, from: number, isLast: boolean): number {
  return isLast ? text.length - part.length : text.indexOf(part, from)
}

/** The operands of a text concatenation with `&`, in order. */
function joinedParts(node: Bound): Bound[] {
  if (node.kind === 'group') return joinedParts(node.operand)
  if (node.kind !== 'operate' || node.operator !== '&') return [node]
  return [...joinedParts(node.left), ...joinedParts(node.right)]
}

function textOf(node: Bound): string | undefined {
  return node.kind === 'constant' && typeof node.value === 'string' ? node.value : undefined
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
