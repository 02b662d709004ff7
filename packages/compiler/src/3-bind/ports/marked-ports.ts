import type { ValueType } from '@sheetwright/runtime/engine/ports.ts'
import { cellName, parseRange, type Range, rangeName } from '../../model/address.ts'
import type { DefinedName, Workbook } from '../../model/workbook.ts'

/** An input or output marked on the sheet instead of named in Excel. */
export interface MarkedPort {
  /** Without a prefix; `sub.name` belongs to a subservice. */
  readonly name: string
  /** `Sheet1!B3`, or `Sheet1!B3:D9` for a block whose first row holds the headings. */
  readonly cell: string
  readonly description?: string | undefined
  readonly type?: ValueType | undefined
}

export interface MarkedInterface {
  readonly inputs: readonly MarkedPort[]
  readonly outputs: readonly MarkedPort[]
}

export interface MarkedPlace {
  readonly sheet: number
  readonly range: Range
}

export interface MarkProblem {
  /** `inputs[0].cell` */
  readonly field: string
  readonly message: string
}

/** The cells of a mark; undefined if the workbook has no such cells. */
export function placeOfMark(workbook: Workbook, cell: string): MarkedPlace | undefined {
  const mark = cell.lastIndexOf('!')
  if (mark <= 0) return undefined
  const name = cell.slice(0, mark).toLowerCase()
  const sheet = workbook.sheets.findIndex((entry) => entry.name.toLowerCase() === name)
  const range = parseRange(cell.slice(mark + 1))
  if (sheet < 0 || !range || workbook.sheets[sheet]?.kind !== 'worksheet') return undefined
  return range.bottom < workbook.grid.rows && range.right < workbook.grid.cols ? { sheet, range } : undefined
}

/** The problems of marks, one entry per field. */
export function problemsOfMarks(workbook: Workbook, marked: MarkedInterface): MarkProblem[] {
  return (['inputs', 'outputs'] as const).flatMap((kind) => {
    const names = new Set<string>()
    return marked[kind].flatMap(({ name, cell }, index): MarkProblem[] => {
      const problems: MarkProblem[] = []
      if (!placeOfMark(workbook, cell)) {
        const sheets = workbook.sheets.filter((sheet) => sheet.kind === 'worksheet').map((sheet) => sheet.name)
        const message = `"${cell}" names no cells of the workbook. Write them as Sheet1!B3 or Sheet1!B3:D9; the sheets are ${sheets.join(', ')}.`
        problems.push({ field: `${kind}[${index}].cell`, message })
      }
      if (names.has(name.toLowerCase())) {
        problems.push({ field: `${kind}[${index}].name`, message: `"${name}" is the name of two ${kind}.` })
      }
      names.add(name.toLowerCase())
      return problems
    })
  })
}

const PORT = /^X(?:input|output)_/i

/** The same workbook with the marked inputs and outputs instead of those its names declare. */
export function withMarkedPorts(workbook: Workbook, marked: MarkedInterface): Workbook {
  return {
    ...workbook,
    names: [...workbook.names.filter(({ name }) => !PORT.test(name)), ...namesOfMarks(workbook, marked)],
  }
}

/** The defined names equivalent to the marks. */
export function namesOfMarks(workbook: Workbook, { inputs, outputs }: MarkedInterface): DefinedName[] {
  const named = (prefix: string) => (port: MarkedPort) => definedName(workbook, prefix, port) ?? []
  return [...inputs.flatMap(named('Xinput_')), ...outputs.flatMap(named('Xoutput_'))]
}

function definedName(workbook: Workbook, prefix: string, port: MarkedPort): DefinedName | undefined {
  const place = placeOfMark(workbook, port.cell)
  if (!place) return undefined
  const sheet = workbook.sheets[place.sheet]?.name ?? ''
  const { top, left, bottom, right } = place.range
  const corner = (row: number, col: number) => cellName(row, col).replace(/^([A-Z]+)/, '$$$1$$')
  const from = corner(top, left)
  const to = corner(bottom, right)
  return {
    name: `${prefix}${port.name}`,
    sheet: undefined,
    text: `'${sheet.replaceAll("'", "''")}'!${from === to ? from : `${from}:${to}`}`,
    comment: port.description === '' ? undefined : port.description,
    hidden: false,
    macro: 'none',
    ...(port.type === undefined ? {} : { portType: port.type }),
  }
}

/** `Sheet1!B3:D9` */
export function markText(workbook: Workbook, { sheet, range }: MarkedPlace): string {
  return `${workbook.sheets[sheet]?.name ?? ''}!${rangeName(range)}`
}
